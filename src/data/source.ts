import type { QueryClient } from '@tanstack/react-query'
import type {
  ActionResult,
  Bound,
  CallOptions,
  ListQuery,
  Refused,
  Result,
  Row,
  Rows,
  Source,
} from '#engine/ports.ts'
import { type BindingRoots, bindAll } from '#lib/bindings.ts'
import { valueAt } from '#lib/value-at.ts'
import type {
  AnsweredOf,
  AnswerOf,
  CommandName,
  DataOf,
  InputOf,
  OperationId,
  ParamsOf,
} from '#schemas/calls.ts'
import type { FromOperation, Resource } from '#schemas/generated/definitions/resource.ts'
import { callOf } from './calls.ts'
import type { Http } from './http.ts'
import { withOlderCalls } from './older/older-calls.ts'
import { refusalOf } from './refusal.ts'
import type { Report } from './report.ts'
import { RequestError } from './request-error.ts'
import { applyEvent } from './rows-cache.ts'

export interface SourceOptions {
  http: Http
  /** Runs a command on the current gateway; handed in by src/live. */
  call<C extends string>(command: C, params: unknown): Promise<DataOf<C>>
  report: Report
  cache: QueryClient
  /** Roots `session` and `gateway` of bindings. */
  standing(): { session: Row; gateway: Row | undefined }
  /** Live events of gateway, user and administrators. */
  onEvent(listen: (event: string, data: unknown) => void): () => void
  /** An answer that was asked for before there was a source. */
  early?(operation: OperationId, input: unknown): Promise<unknown>
  earlyCommand?(command: CommandName, params: object): Promise<unknown>
  /** Calls whenever the channel opens, at once where it is open. */
  onLive?(opened: () => void): () => void
}

const fromOperation = (resource: Resource): Resource & { from: FromOperation } => {
  if (!('operation' in resource.from))
    throw new Error(`${resource.entity} is live and kept by the channel, not by calls`)
  return resource as Resource & { from: FromOperation }
}

function queryOf({ query = {}, fixed = {} }: FromOperation, asked: ListQuery): Record<string, unknown> {
  const named: Record<string, unknown> = { ...fixed, ...asked.filters }
  if (query.page) named[query.page] = asked.page
  if (query.limit) named[query.limit] = asked.limit
  if (query.skip) named[query.skip] = (asked.page - 1) * asked.limit
  if (query.search && asked.search) named[query.search] = asked.search
  if (query.order && asked.order) named[query.order] = asked.order
  if (query.until && asked.until) named[query.until] = asked.until
  return named
}

const serialNumberIn = (gateway: Row | undefined): string | undefined =>
  typeof gateway?.serialNumber === 'string' ? gateway.serialNumber : undefined

const otpHeader = (otp: string | undefined): Record<string, string> => (otp === undefined ? {} : { otp })

/** Rows and calls of the engine: operations over HTTP, commands over the channel. */
export function createSource(options: SourceOptions): Source {
  const { http, report } = options
  const call = withOlderCalls(options.call, http, () => serialNumberIn(options.standing().gateway))
  const roots = ({ row, route, form, chosen }: Bound): BindingRoots => ({
    row,
    route,
    form,
    chosen,
    ...options.standing(),
  })

  /** The caller shows its failure in place and offers to try again; only what concerns the session is carried out. */
  async function shown<T>(answer: Promise<T>, operation = ''): Promise<T> {
    try {
      return await answer
    } catch (error) {
      if ((await callOf(operation))?.quiet) report.quiet(error)
      else report.inPlace(error)
      throw error
    }
  }

  /** Failures that `told` names are the caller's; all others go the one way. */
  async function carriedOut<Answer extends object>(
    answer: Promise<Answer>,
    told: readonly string[],
  ): Promise<({ ok: true } & Answer) | (Refused & { resolved?: boolean })> {
    try {
      return { ok: true, ...(await answer) }
    } catch (error) {
      const failed = refusalOf(error)
      if ([failed.code, String(failed.status), 'other'].some((name) => told.includes(name))) {
        report.quiet(error)
        return failed
      }
      const { does } = report.report(error)
      return { ...failed, reported: does !== 'inPlace', resolved: does === 'resolve' }
    }
  }

  const ordered = async <C extends string>(command: C, params: unknown) => ({
    data: await call(command, params),
  })

  return {
    async list(resource, asked, signal, bound = {}): Promise<Rows> {
      const { from } = fromOperation(resource)
      const said = { ...bindAll(from.params, roots(bound)), ...queryOf(from, asked) }
      const input = from.in === 'body' ? { body: said } : { params: said }
      const { data } = await shown(http.send(from.operation, { ...input, signal }), from.operation)
      const rows = valueAt(data, from.rows)
      if (!Array.isArray(rows))
        throw new RequestError(0, [{ errorCode: 'NO_ROWS', message: '' }], from.operation)
      const total = from.total === undefined ? rows.length : valueAt(data, from.total)
      const asOf = from.asOf === undefined ? undefined : valueAt(data, from.asOf)
      return {
        rows: rows as Row[],
        total: typeof total === 'number' ? total : rows.length,
        ...(typeof asOf === 'string' && { asOf }),
      }
    },

    watch(resource, wake) {
      const { from } = resource
      const watched = 'command' in from ? { ...resource, from } : fromOperation(resource)
      const stopHearing = options.onEvent((event, data) => {
        if (applyEvent(options.cache, watched, event, data)) wake()
      })
      // What happened while the channel was closed was told to nobody, and calls have answered before it.
      let begun = false
      const isHeard = !('command' in from) && resource.live !== undefined
      const stopWaiting = isHeard && options.onLive?.(() => begun && wake())
      begun = true
      return () => {
        stopHearing()
        if (stopWaiting) stopWaiting()
      }
    },

    async act(action, bound): Promise<ActionResult> {
      if (!('operation' in action) && !('command' in action))
        throw new Error('Only operations and commands are run by the source')
      const from = roots(bound)
      const params = bindAll(action.params, from)
      const told = Object.keys(action.outcomes ?? {})
      const body = 'body' in action && action.body ? bindAll(action.body, from) : bound.form
      const headers = otpHeader(bound.otp)
      const result = await carriedOut<{ data: unknown; status?: number }>(
        'command' in action
          ? ordered(action.command, params)
          : http.send(action.operation, { params, body, headers }),
        told,
      )
      if (result.ok || !result.resolved) return result
      // spec 1 §8: it counts as done. Code that wants what the call would have answered stops without a word.
      return { ok: true, data: undefined, status: result.status }
    },

    async one(load, bound, signal) {
      const params = bindAll(load.params, roots(bound))
      if (load.command !== undefined) return await shown(call(load.command, params))
      if (load.operation === undefined) throw new Error('Nothing to load')
      return (await shown(http.send(load.operation, { params, signal }), load.operation)).data
    },

    async sendCode(action, uniqueIdentifier) {
      await shown(http.call('requestOtp', { action, uniqueIdentifier }))
    },

    async call<O extends OperationId>(
      operation: O,
      input: InputOf<O>,
      { told = [], otp }: CallOptions = {},
    ): Promise<Result<AnswerOf<O>>> {
      return await carriedOut<AnsweredOf<O>>(http.call(operation, input, { headers: otpHeader(otp) }), told)
    },

    async load(operation, input, signal) {
      const known = await options.early?.(operation, input)
      if (known !== undefined) return known as AnswerOf<typeof operation>
      return (await shown(http.call(operation, input, { signal }), operation)).data
    },

    async order<C extends CommandName>(command: C, params: ParamsOf<C>): Promise<Result<DataOf<C>>> {
      return await carriedOut(ordered(command, params), ['other'])
    },

    async ask<C extends CommandName>(command: C, params: ParamsOf<C>): Promise<DataOf<C>> {
      const known = await options.earlyCommand?.(command, params)
      if (known !== undefined) return known as DataOf<C>
      return await shown(call(command, params))
    },
  }
}
