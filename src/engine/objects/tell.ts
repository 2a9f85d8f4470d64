import { text } from '#i18n/useText.ts'
import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'
import type { ActionContext } from '../actions/code-action.ts'
import type { ActionResult, Calls } from '../ports.ts'
import { failureWords } from './refusal.ts'

/** Says what was done, with the way back, or why it was not. */
export function tell(
  { toast }: Pick<ActionContext, 'toast'>,
  result: ActionResult,
  said: string,
  undo?: { of: readonly string[]; back(): Promise<ActionResult> },
): ActionResult {
  if (!result.ok) {
    toast({ text: failureWords(result, text), tone: 'danger' })
    return result
  }
  const back = (): void => void undo?.back().then((taken) => tell({ toast }, taken, text.t('objects.undone')))
  toast(undo ? { text: said, about: undo.of, undo: back } : { text: said })
  return result
}

interface Changed {
  /** As it was before. */
  was: string
  /** As it was made. */
  made: string
  /** As it is now, as far as has been heard; undefined while nobody knows. */
  is: string | undefined
}

/** Takes something back, unless somebody else has made something else of it since: that stays. */
export async function unlessChanged(
  { was, made, is }: Changed,
  back: () => Promise<ActionResult>,
): Promise<ActionResult> {
  if (is === undefined || is === made || is === was) return await back()
  return { ok: false, code: 'CHANGED_SINCE', message: text.say('codes.CHANGED_SINCE') }
}

/** Brings back what was deleted last, as it was then. */
export async function bringBack(
  source: Pick<Calls, 'order' | 'ask'>,
  kind: ObjectVersion['kind'],
  id: string,
): Promise<ActionResult> {
  try {
    const [last] = (await source.ask('get_object_history', { kind, id })).versions
    if (!last) return { ok: false, code: '404', message: '' }
    return await source.order('restore_object', { kind, id, version: last.version })
  } catch (error) {
    return { ok: false, code: '', message: error instanceof Error ? error.message : '' }
  }
}
