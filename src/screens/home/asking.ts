import type { ActionContext } from '#engine/actions/code-action.ts'
import { refusalText } from '#engine/actions/refusal-text.ts'
import type { ActionResult, Calls, Refused } from '#engine/doors.ts'
import { type Text, text } from '#i18n/useText.ts'

/** Flags with which a gateway refuses something of a floor or room (spec 2 §8); their words are `rooms.refused.<flag>`. */
const REFUSALS = ['floorNameExists', 'roomNameExists', 'tooManyFloors', 'tooManyRooms'] as const

/** Why something was not done with a floor or room. */
export function failureWords(result: Refused, { t, say, has }: Text): string {
  const flag = REFUSALS.find((one) => one === result.message)
  return flag === undefined ? refusalText(result, { t, say, has }) : t(`rooms.refused.${flag}`)
}

/** What a change of a floor is about, for its way back (`ToastMessage`). */
export const ofFloor = (id: string): string => `floor ${id}`

/** What a change of a room is about: whoever removes its floor takes it along. */
export const ofRoom = ({ floor_id, room_id }: { floor_id: string; room_id: string }): string =>
  `${ofFloor(floor_id)} room ${room_id}`

/** What a change of the devices' room is about; a room that is removed takes the way back with it. */
export const ofDevices = (ids: readonly string[], at?: Parameters<typeof ofRoom>[0]): readonly string[] =>
  ids.flatMap((id) => [`device ${id} room`, ...(at ? [`${ofRoom(at)} device ${id}`] : [])])

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
  const back = (): void => void undo?.back().then((taken) => tell({ toast }, taken, text.t('rooms.undone')))
  toast(undo ? { text: said, about: undo.of, undo: back } : { text: said })
  return result
}

/** Brings back what was removed last, as it was then. */
export async function bringBack(
  source: Pick<Calls, 'order' | 'ask'>,
  kind: 'floor' | 'room',
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
