import type { operations } from './generated/api/index.ts'
import type { Commands } from './generated/channel.ts'
import type { operations as local } from './generated/local/openapi.ts'

/** Calls as schemas/api and schemas/channel describe them, for whoever answers them and whoever makes them. */
export type OperationId = keyof operations

export type ParametersOf<
  O extends OperationId,
  Where extends 'path' | 'query' | 'header',
> = operations[O] extends {
  parameters: { [W in Where]?: infer P }
}
  ? NonNullable<P>
  : Record<never, never>

export type BodyOf<O extends OperationId> = operations[O] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : operations[O] extends { requestBody: { content: { 'multipart/form-data': infer Form } } }
    ? { [Field in keyof Form]: Field extends 'file' | `${string}File` ? File : Form[Field] }
    : undefined

/** The body of an answer; what is no JSON is a file. */
export type JsonOf<Answer> = Answer extends { content: infer Content }
  ? Content extends { 'application/json': infer Body }
    ? Body
    : File
  : undefined

/** Statuses that are no failure; 300 asks something of the caller first. */
type Answering<Responses> = Extract<keyof Responses, 200 | 201 | 202 | 204 | 300>

/** What a described operation answers, told apart by its status. */
type Answered<Responses> = {
  [Status in Answering<Responses>]: { status: Status; data: JsonOf<Responses[Status]> }
}[Answering<Responses>]

export type AnsweredOf<O extends OperationId> = Answered<operations[O]['responses']>

/** The body of any answer that is no failure; undefined when there is none. */
export type AnswerOf<O extends OperationId> = AnsweredOf<O>['data']

/** Calls of the page that a gateway serves itself (schemas/local). */
export type LocalOperationId = keyof local
export type LocalAnswerOf<O extends LocalOperationId> = Answered<local[O]['responses']>['data']

type Fields<Part> = [Part] extends [never] ? unknown : Part

/** Everything that an operation is given: what its address, its query and its body name stands side by side. */
export type InputOf<O extends OperationId> = Fields<ParametersOf<O, 'path'>> &
  Fields<ParametersOf<O, 'query'>> &
  (BodyOf<O> extends object ? BodyOf<O> : unknown)

export type CommandName = keyof Commands & string
export type ParamsOf<C extends CommandName> = Commands[C]['params']
/** What a command answers; of one that only data names, nobody knows. */
export type DataOf<C extends string> = C extends CommandName ? Commands[C]['data'] : unknown

/** What comes of asking as a definition says; of a call that only data names, nobody knows. */
export type AskedBy<Asking> = Asking extends { operation: infer O extends OperationId }
  ? AnswerOf<O>
  : Asking extends { command: infer C extends CommandName }
    ? DataOf<C>
    : unknown
