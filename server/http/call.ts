import type { BodyOf, JsonOf, OperationId, ParametersOf } from '#schemas/calls.ts'
import type { operations } from '#schemas/generated/api/index.ts'
import type { Language } from '../lib/language.ts'
import type { SessionRecord } from '../store/people/sessions.ts'

/** An answer that is neither success nor failure: something is asked of the caller first. */
export class Instead<Body> {
  readonly status: 300
  readonly body: Body

  constructor(status: 300, body: Body) {
    this.status = status
    this.body = body
  }
}

type InsteadOf<Responses> = Responses extends { 300: infer Answer } ? Instead<JsonOf<Answer>> : never

/** The body of the answer of success; undefined when there is none. */
type AnswerOf<O extends OperationId> =
  | JsonOf<operations[O]['responses'][Extract<keyof operations[O]['responses'], 200 | 201 | 202 | 204>]>
  | InsteadOf<operations[O]['responses']>

/** One call that has passed its policy and its schema. */
export interface Call<O extends OperationId> {
  params: ParametersOf<O, 'path'>
  query: ParametersOf<O, 'query'>
  headers: ParametersOf<O, 'header'>
  body: BodyOf<O>
  /** Name of the host that was asked, in lower case: decides the brand. */
  host: string
  /** That the caller reads; undefined where it does not say. */
  language: Language | undefined
  address: string
  userAgent: string | undefined
  /** What this browser keeps, so that it is known again. */
  device: string | undefined
  /** Further headers of the answer. */
  setHeader(name: string, value: string): void
}

/** Of operations that need one; the policy has made sure of it. */
interface SessionCall<O extends OperationId> extends Call<O> {
  session: SessionRecord
  /** As the caller sent it. */
  sessionId: string
}

/** Operations that anybody may call. Whoever is signed in shows so nonetheless. */
type PublicOperation =
  | 'login'
  | 'register'
  | 'checkUsername'
  | 'activate'
  | 'resendActivation'
  | 'forgotPass'
  | 'sendOtp'
  | 'hashLogin'
  | 'giveFactor'
  | 'disownSignIn'
  | 'beginFactorSetUp'
  | 'finishFactorSetUp'
  | 'beginPasskeySignIn'
  | 'signInByPasskey'
  | 'resetPin'
  | 'listCountries'
  | 'readOwnDefinitions'
  | 'readLegalDocument'
  | 'announceGateway'
  | 'settings'
  | 'resetPassword'
  | 'getClient'
  | 'oauthToken'
  | 'getRealmConfig'
  | 'getExternalPortalEndpoint'
  | 'retrieveSSOTokens'
  | 'callScene'
  | 'callStatus'

interface PublicCall<O extends OperationId> extends Call<O> {
  session: SessionRecord | undefined
}

/** A handler for each operation of schemas/api, by its operationId. */
export type Handlers = {
  [O in OperationId]: (
    call: O extends PublicOperation ? PublicCall<O> : SessionCall<O>,
  ) => AnswerOf<O> | Promise<AnswerOf<O>>
}

/** Those of one document. */
export type HandlersOf<Document> = { [O in keyof Document & OperationId]: Handlers[O] }
