import type { ErrorRules } from '#schemas/generated/definitions/errors.ts'
// What a failure without a known code comes to stands in what is fetched first (scripts/vite/json-part.ts).
import first from '../../../catalogue/errors.json?only=broker,other,statuses'

let rules: ErrorRules = { codes: {}, ...first }
let coming: Promise<void> | undefined

/** What happens for an error code, a status or a broker's words (spec 1 §8). */
export const errorRules = (): ErrorRules => rules

async function fetchAll(): Promise<void> {
  try {
    const all = await import('#catalogue/errors.json')
    rules = all.default as ErrorRules
  } catch {
    // Without them it is told by its status. The next failure tries again.
    coming = undefined
  }
}

/** Rules by code come with the first failure that the server has answered with: whoever reports it waits for them. */
export function loadErrorRules(): Promise<void> {
  coming ??= fetchAll()
  return coming
}
