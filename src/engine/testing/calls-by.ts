import type { Bound, Calls, Source } from '../ports.ts'

const none = new AbortController().signal

/** Calls from code, answered by what a test answers those of definitions with: each as a definition would have named it. */
export function callsBy({ act, one }: Pick<Source, 'act' | 'one'>): Calls {
  const bound = (input: unknown): Bound => ({ row: Object(input), form: Object(input) })
  const params = (input: unknown): Record<string, string> =>
    Object.fromEntries(Object.keys(Object(input)).map((name) => [name, `row.${name}`]))
  // A test knows what its answers are for.
  const carriedOut = async (named: { operation: string } | { command: string }, input: unknown) =>
    (await act({ ...named, params: params(input) }, bound(input))) as never
  const answered = async (named: { operation: string } | { command: string }, input: unknown) =>
    (await one({ ...named, params: params(input) }, bound(input), none)) as never
  return {
    call: (operation, input) => carriedOut({ operation }, input),
    order: (command, given) => carriedOut({ command }, given),
    load: (operation, input) => answered({ operation }, input),
    ask: (command, given) => answered({ command }, given),
  }
}
