import type { QueryClient } from '@tanstack/react-query'
import type { ActionResult, Bound, ListQuery, Row, Rows, Source } from '#engine/doors.ts'
import { type BindingRoots, bindAll } from '#lib/bindings.ts'
import { valueAt } from '#lib/value-at.ts'
import type { FromOperation, Resource } from '#schemas/generated/definitions/resource.ts'
import { callOf } from './calls.ts'
import type { Http } from './http.ts'
import { failureOf, type Report } from './report.ts'
import { RequestError } from './request-error.ts'
import { applyEvent } from './rows-cache.ts'

export interface SourceOptions {
  http: Pick<Http, 'call'>
  /** Runs a command on the current gateway; handed in by src/live. */
  call(command: string, params: unknown): Promise<unknown>
  report: Report
  cache: QueryClient
  /** Roots `session` and `gateway` of bindings. */
  standing(): { session: Row; gateway: Row | undefined }
  /** Live events of gateway, user and administrators. */
  onEvent(listen: (event: string, data: unknown) => void): () => void
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

/** JSON pointer of the server → name of the field. */
const fieldOf = (pointer: string): string => pointer.replace(/^\//, '').split('/')[0] ?? ''

function refusal(error: unknown): Extract<ActionResult, { ok: false }> {
  const { status, code, message } = failureOf(error)
  const fields =
    error instanceof RequestError
      ? error.errors.flatMap((entry) =>
          entry.field ? [{ field: fieldOf(entry.field), message: entry.message }] : [],
        )
      : []
  const remaining = error instanceof RequestError ? error.errors[0].remaining : undefined
  return {
    ok: false,
    status,
    code,
    message,
    ...(fields.length > 0 ? { fields, field: fields[0]?.field } : {}),
    ...(remaining === undefined ? {} : { remaining }),
  }
}

/** Rows and calls of the engine: operations over HTTP, commands over the channel. */
export function createSource(options: SourceOptions): Source {
  const { http, report } = options
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

  return {
    async list(resource, asked, signal, bound = {}): Promise<Rows> {
      const { from } = fromOperation(resource)
      const said = { ...bindAll(from.params, roots(bound)), ...queryOf(from, asked) }
      const input = from.in === 'body' ? { body: said } : { params: said }
      const { data } = await shown(http.call(from.operation, { ...input, signal }), from.operation)
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
      return options.onEvent((event, data) => {
        if (applyEvent(options.cache, watched, event, data)) wake()
      })
    },

    async act(action, bound): Promise<ActionResult> {
      if (!('operation' in action) && !('command' in action))
        throw new Error('Only operations and commands are run by the source')
      const from = roots(bound)
      const params = bindAll(action.params, from)
      try {
        if ('command' in action) return { ok: true, data: await options.call(action.command, params) }
        const body = action.body ? bindAll(action.body, from) : bound.form
        const headers: Record<string, string> = bound.otp === undefined ? {} : { otp: bound.otp }
        return { ok: true, ...(await http.call(action.operation, { params, body, headers })) }
      } catch (error) {
        const failed = refusal(error)
        const named = Object.keys(action.outcomes ?? {})
        if ([failed.code, String(failed.status), 'other'].some((name) => named.includes(name))) {
          report.quiet(error)
          return failed
        }
        const { does } = report.report(error)
        if (does === 'resolve') return { ok: true, data: undefined, status: failed.status }
        return { ...failed, reported: does !== 'inPlace' }
      }
    },

    async sendCode(action, uniqueIdentifier) {
      await shown(http.call('requestOtp', { body: { action, uniqueIdentifier } }))
    },

    async one(load, bound, signal) {
      const params = bindAll(load.params, roots(bound))
      if (load.command !== undefined) return await shown(options.call(load.command, params))
      if (load.operation === undefined) throw new Error('Nothing to load')
      return (await shown(http.call(load.operation, { params, signal }), load.operation)).data
    },
  }
}
