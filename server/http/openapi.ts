import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { type PolicyName, policies } from './policies.ts'

export type Json = { readonly [key: string]: unknown }

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Json
}

/** One operation of schemas/api, with nothing left to look up. */
export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  /** As written in the document, e.g. `/udm/device/{sn}`. */
  path: string
  policy: PolicyName
  /** Name of the counter of its calls per address. */
  limit: string | undefined
  immutable: boolean
  /** What a program must be allowed to call it for a person; without it no program may (Z-01). */
  scope: string | undefined
  /**
   * What the call does for people who find a part of the gateway only (decision 0190); without the word it is closed to
   * them: it tells nothing about devices, it is about the one of its path, or its handler leaves out what they do not find.
   */
  limited: (typeof LIMITED)[number] | undefined
  /** Whose account the call is about, where it names one. */
  account: AccountWord | undefined
  /** What a one-time code must be asked for before the call, where the deployment wants that. */
  otp: OtpWord | undefined
  parameters: readonly Parameter[]
  /** The body may come as a form, too. */
  form: boolean
  /** Whatever is sent along is taken, and not looked at. */
  anyBody: boolean
  /** The body is a form with a file in it. */
  multipart: boolean
  body: Json | undefined
  /** The one status of success. */
  status: number
  answer: Json | undefined
  /** The answer is a file. */
  file: boolean
  failure: Json
}

/** `x-otp`: the action, and the parameter or field of the body that says on what. */
export interface OtpWord {
  action: string
  identifier: string
  /** Whatever the deployment wants: one is asked for. */
  always: boolean
}

/** `x-account`: where the call names an account, and as what. */
export interface AccountWord {
  /** Name in the path, the query or the body. Without a value the call is about the caller. */
  field: string
  names: (typeof ACCOUNT_NAMES)[number]
  /** Nobody calls it for somebody else, whoever he is. */
  ownOnly: boolean
  /** Where the gateway stands whose owner may do this to whoever uses it. */
  gateway: string | undefined
}

const LIMITED = ['open', 'device', 'filtered'] as const

const ACCOUNT_NAMES = ['user', 'session', 'identity'] as const

export interface ApiDocument {
  operations: readonly Operation[]
  /** All documents as one, without outside references. */
  combined: Json
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch'] as const

/** Reads every document of `folder`; throws with the name of the operation that is incomplete (Z-01: deny by default). */
export function readApi(folder: string): ApiDocument {
  const files = new Files()
  const paths: Record<string, unknown> = {}
  const operations: Operation[] = []
  for (const name of readdirSync(folder)
    .filter((one) => one.endsWith('.json'))
    .sort()) {
    const file = join(folder, name)
    const { paths: described = {} } = files.read(file) as { paths?: Record<string, unknown> }
    for (const [path, item] of Object.entries(described)) {
      if (path in paths) throw new Error(`${file}: ${path} is described twice`)
      const whole = asObject(files.resolved(item, file))
      paths[path] = whole
      for (const method of METHODS)
        if (method in whole) operations.push(operationOf(path, method, asObject(whole[method])))
    }
  }
  const twice = operations.find(({ id }, at) => operations.findIndex((other) => other.id === id) !== at)
  if (twice) throw new Error(`${twice.path}: the operation ${twice.id} exists twice`)
  const combined = {
    openapi: '3.1.0',
    info: { title: 'Gatehouse', version: '1' },
    servers: [{ url: '/api' }],
    paths,
    components: { schemas: files.recursive },
  }
  return { operations, combined }
}

function operationOf(path: string, method: string, from: Json): Operation {
  const { operationId: id, 'x-policy': policy, 'x-limit': limit, 'x-cache': cache, 'x-scope': scope } = from
  const at = `${method.toUpperCase()} ${path}`
  if (typeof id !== 'string') throw new Error(`${at} has no operationId`)
  if (typeof policy !== 'string' || !isPolicy(policy)) throw new Error(`${at} (${id}) has no known x-policy`)
  const responses = asObject(from.responses)
  const [status, second] = Object.keys(responses).filter((code) => code.startsWith('2'))
  if (status === undefined || second !== undefined)
    throw new Error(`${at} (${id}) needs exactly one answer of success`)
  const failure = schemaOf(responses.default)
  if (!failure) throw new Error(`${at} (${id}) does not say what a failure looks like`)
  return {
    id,
    method: method.toUpperCase() as Operation['method'],
    path,
    policy,
    limit: typeof limit === 'string' ? limit : undefined,
    immutable: cache === 'immutable',
    scope: typeof scope === 'string' ? scope : undefined,
    limited: limitedOf(at, from['x-limited']),
    account: accountOf(at, from['x-account']),
    otp: otpOf(at, from['x-otp']),
    parameters: parametersOf(at, from.parameters),
    form: isObject(from.requestBody) && from.requestBody['x-form'] === true,
    anyBody: from['x-any-body'] === true,
    multipart: kindOf(from.requestBody) === MULTIPART,
    body: schemaOf(from.requestBody),
    status: Number(status),
    answer: schemaOf(responses[status]),
    file: ![undefined, JSON_KIND].includes(kindOf(responses[status])),
    failure,
  }
}

function parametersOf(at: string, from: unknown): Parameter[] {
  return (Array.isArray(from) ? from : []).map((one) => {
    const { name, in: where, required = false, schema } = asObject(one)
    if (typeof name !== 'string' || !isPlace(where) || !isObject(schema))
      throw new Error(`${at} has a parameter that is neither in path, query nor header, or lacks a schema`)
    return { name, in: where, required: required === true, schema }
  })
}

const isPlace = (where: unknown): where is Parameter['in'] =>
  where === 'path' || where === 'query' || where === 'header'

function limitedOf(at: string, from: unknown): Operation['limited'] {
  const word = LIMITED.find((one) => one === from)
  if (from !== undefined && word === undefined)
    throw new Error(`${at}: x-limited is one of ${LIMITED.join(', ')}`)
  return word
}

function accountOf(at: string, from: unknown): AccountWord | undefined {
  if (from === undefined) return undefined
  const { field, names, only, gateway } = asObject(from)
  const kind = ACCOUNT_NAMES.find((one) => one === names)
  const known = (only === undefined || only === 'own') && ['string', 'undefined'].includes(typeof gateway)
  if (typeof field !== 'string' || kind === undefined || !known)
    throw new Error(
      `${at}: x-account needs a field, what it names, and nothing but "only": "own" or a gateway`,
    )
  return {
    field,
    names: kind,
    ownOnly: only === 'own',
    gateway: typeof gateway === 'string' ? gateway : undefined,
  }
}

function otpOf(at: string, from: unknown): OtpWord | undefined {
  if (from === undefined) return undefined
  const { action, identifier, always } = asObject(from)
  if (typeof action !== 'string' || typeof identifier !== 'string')
    throw new Error(`${at}: x-otp needs an action and an identifier`)
  return { action, identifier, always: always === true }
}

const isPolicy = (name: string): name is PolicyName => Object.hasOwn(policies, name)

function schemaOf(message: unknown): Json | undefined {
  if (!isObject(message) || !isObject(message.content)) return undefined
  const json = message.content[JSON_KIND] ?? message.content[MULTIPART]
  return isObject(json) && isObject(json.schema) ? json.schema : undefined
}

const JSON_KIND = 'application/json'
const MULTIPART = 'multipart/form-data'

/** What the only body is, or the first of them. */
const kindOf = (message: unknown): string | undefined =>
  isObject(message) && isObject(message.content) ? Object.keys(message.content)[0] : undefined

/** Follows references within and between files; what is found stands in their place, what contains itself in `components`. */
class Files {
  readonly recursive: Record<string, unknown> = {}
  readonly #known = new Map<string, unknown>()
  /** What references came to that lead back to nothing before them: the same wherever they stand, so made once. */
  readonly #followed = new Map<string, unknown>()
  /** How far up its trail what is being followed has led back. */
  #ledBackTo = Number.POSITIVE_INFINITY

  read(file: string): unknown {
    let known = this.#known.get(file)
    if (known === undefined) {
      known = JSON.parse(readFileSync(file, 'utf8'))
      this.#known.set(file, known)
    }
    return known
  }

  resolved(node: unknown, file: string, trail: readonly string[] = []): unknown {
    if (Array.isArray(node)) return node.map((one) => this.resolved(one, file, trail))
    if (!isObject(node)) return node
    if (typeof node.$ref === 'string') return this.#follow(node.$ref, file, trail)
    const kept = Object.entries(node).filter(([key]) => !['$schema', '$id', '$defs'].includes(key))
    return Object.fromEntries(kept.map(([key, value]) => [key, this.resolved(value, file, trail)]))
  }

  #follow(reference: string, file: string, trail: readonly string[]): unknown {
    const [outside = '', pointer = ''] = reference.split('#')
    const target = outside === '' ? file : normalize(join(dirname(file), outside))
    const place = `${target}#${pointer}`
    const followed = this.#followed.get(place)
    if (followed !== undefined) return followed
    const name = `${basename(target, '.json')}${pointer.replaceAll(/\W+/g, '-')}`
    const node = this.#at(target, pointer)
    if (node === undefined) throw new Error(`${file}: ${reference} points nowhere`)
    const [before, at] = [this.#ledBackTo, trail.indexOf(name)]
    if (at === -1) {
      this.#ledBackTo = Number.POSITIVE_INFINITY
      const resolved = this.resolved(node, target, [...trail, name])
      if (this.#ledBackTo >= trail.length) this.#followed.set(place, resolved)
      this.#ledBackTo = Math.min(before, this.#ledBackTo)
      return resolved
    }
    if (!(name in this.recursive)) {
      this.recursive[name] = undefined
      this.recursive[name] = this.resolved(node, target, [name])
    }
    this.#ledBackTo = Math.min(before, at)
    return { $ref: `#/components/schemas/${name}` }
  }

  #at(file: string, pointer: string): unknown {
    let node = this.read(file)
    for (const part of pointer.split('/').slice(1))
      node = isObject(node) || Array.isArray(node) ? (node as Json)[part.replaceAll('~1', '/')] : undefined
    return node
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function asObject(value: unknown): Json {
  if (!isObject(value)) throw new Error('An object was expected in schemas/api')
  return value
}
