import type { CodeActions } from '#engine/actions/code-action.ts'
import { withTexts } from './part.ts'
import { merged } from './rest/merged.ts'

const actionFiles = import.meta.glob<CodeActions>('../screens/*/actions.{ts,tsx}')

/** What screens name in `code`, from every area: none of it is needed before somebody acts. */
export async function actions(): Promise<CodeActions> {
  const files = Object.entries(actionFiles).map(async ([file, load]) => [file, await load()] as const)
  return merged(Object.fromEntries(await withTexts(Promise.all(files))))
}
