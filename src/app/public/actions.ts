import type { CodeActions } from '#engine/actions/code-action.ts'
import { loadParts } from '#i18n/i18n.ts'

const files = import.meta.glob<CodeActions>('../../screens/{account,oauth}/actions.ts')

let coming: Promise<CodeActions> | undefined

/** What public screens name in `code`, with its words; fetched once the first of them stands there. */
export function publicActions(): Promise<CodeActions> {
  coming ??= Promise.all([loadParts(['account']), ...Object.values(files).map((load) => load())]).then(
    ([, ...parts]) => {
      const all: CodeActions = Object.assign({}, ...parts)
      return all
    },
  )
  coming.catch(() => {
    // Whoever needs them next asks again.
    coming = undefined
  })
  return coming
}
