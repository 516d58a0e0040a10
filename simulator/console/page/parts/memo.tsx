/** A component that is made again only when its properties change. */
import { Component, type ComponentType, type FunctionComponent } from 'preact';

const differ = (a: object, b: object): boolean =>
  Object.keys(b).some((key) => a[key as keyof typeof a] !== b[key as keyof typeof b]);

export function memo<P extends object>(render: FunctionComponent<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return differ(this.props, next);
    }

    override render() {
      const Inner = render;
      return <Inner {...this.props} />;
    }
  };
}
