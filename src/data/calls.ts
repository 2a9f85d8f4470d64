import type { Call } from '#schemas/generated/api/calls.js'

/** How a call is made. The table grows with the server, and neither sign-in nor the first tiles begin with a call. */
export async function callOf(operation: string): Promise<Call | undefined> {
  const { calls } = await import('#schemas/generated/api/calls.js')
  return calls[operation]
}
