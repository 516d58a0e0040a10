/** Unreal Engine: C++ with the module HTTP. */
import { headerText, isTls, literal, type Engine } from './snippet.ts';

export const UNREAL: Engine = {
  title: 'Unreal Engine',
  language: 'C++',
  code: ({ call }) => [
    '// #include "HttpModule.h", "Interfaces/IHttpRequest.h", "Interfaces/IHttpResponse.h"',
    'TSharedRef<IHttpRequest, ESPMode::ThreadSafe> Request = FHttpModule::Get().CreateRequest();',
    `Request->SetURL(TEXT(${literal(call.url)}));`,
    'Request->SetVerb(TEXT("POST"));',
    ...call.headers.map(
      (header) => `Request->SetHeader(TEXT(${literal(header.name)}), TEXT(${literal(headerText(header))}));`,
    ),
    `Request->SetContentAsString(TEXT(${literal(call.body)}));`,
    'Request->OnProcessRequestComplete().BindLambda([](FHttpRequestPtr, FHttpResponsePtr Reply, bool bOk)',
    '{',
    '    UE_LOG(LogTemp, Log, TEXT("%s"), bOk && Reply ? *Reply->GetContentAsString() : TEXT("no reply"));',
    '});',
    'Request->ProcessRequest();',
  ],
  settings: (context) => [
    'YourGame.Build.cs: PublicDependencyModuleNames.AddRange(new string[] { "HTTP" });',
    isTls(context)
      ? 'Certificates: trust the authority in the system, or n.VerifyPeer=0 below [/Script/Engine.NetworkSettings] in DefaultEngine.ini, never in a build that you ship.'
      : 'On a desktop nothing else needs to be set: Unreal sends plain http.',
    'An Android build: see --engine android for how an emulator or a phone reaches this machine.',
  ],
};
