import * as bodies from '#schemas/generated/local/validate.js'
import document from '#schemas/local/openapi.json' with { type: 'json' }
import { SetupFailure } from './failure.ts'

type Validator = (typeof bodies)[keyof typeof bodies]

export interface Operation {
  id: string
  method: 'GET' | 'POST'
  path: string
  /** May be called without a session. */
  open: boolean
  /** Status of its success. */
  status: number
  validator: Validator | undefined
}

interface Described {
  operationId: string
  'x-policy': string
  requestBody?: object
  responses: Readonly<Record<string, object>>
}

const validators: Readonly<Record<string, Validator>> = bodies

/** The calls of schemas/local/openapi.json. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Readonly<Record<string, Described>>).map(([method, described]) => ({
    id: described.operationId,
    method: method === 'get' ? 'GET' : 'POST',
    path,
    open: described['x-policy'] === 'public',
    status: Number(Object.keys(described.responses)[0]),
    validator: described.requestBody && validators[described.operationId],
  })),
)

/** Throws unless the body is what the operation takes: the same compiled validator that the page's form asks. */
export function checkBody({ validator }: Operation, body: unknown): void {
  if (!validator || validator(body)) return
  const [first] = validator.errors ?? []
  const missing: unknown = first?.params.missingProperty ?? first?.params.additionalProperty
  throw new SetupFailure(
    400,
    'VALIDATION',
    `${first?.instancePath ?? ''}${typeof missing === 'string' ? `/${missing}` : ''}`,
  )
}
