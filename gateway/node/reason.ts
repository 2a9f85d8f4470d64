/** Why a connection failed, in the words of whoever found out: fetch and mqtt.js hide it in the cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0])
  if (cause instanceof Error) return reasonOf(cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (error.message !== '') return error.message
  return 'code' in error ? String(error.code) : error.name
}

/** Said of a bridge whose broker does not answer. */
export const unreachable = (bridge: string): string => `The broker of ${bridge} cannot be reached`
