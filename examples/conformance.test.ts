// Every case of the conformance suite as a test. Name your own backend: { target: 'my-target.yaml' }.
import { describeConformance } from 'tagproof/vitest';

describeConformance({ simulator: {}, only: ['id/*', 'tags/*'] });
