import { type CodeAction, done, failed, sourceOf } from '#engine/actions/code-action.ts'
import type { ActionResult, Source } from '#engine/ports.ts'
import { text } from '#i18n/useText.ts'
import type { UpdateWindow } from '#schemas/generated/entities/update-window.ts'

const PROPERTIES = { start: 'AutoUpdateStartTime', stop: 'AutoUpdateStopTime' } as const
type Edge = keyof typeof PROPERTIES

/** One after the other: the gateway refuses a window that ends before it begins, even on the way to another. */
async function set(source: Source, sn: string, edges: readonly (readonly [Edge, string])[]) {
  let result: ActionResult = done()
  for (const [edge, time] of edges) {
    result = await source.order('set_service_property_value', {
      device_id: sn,
      service_name: 'OtaControllerService',
      property_name: PROPERTIES[edge],
      property_value: time,
    })
    if (!result.ok) break
  }
  return result
}

/** When the gateway may update itself and its devices (spec 3 §4); the end must be later than the beginning (§5). */
export const setUpdateWindow: CodeAction = async (context) => {
  const { start, stop } = context.bound.form as unknown as UpdateWindow
  if (stop <= start) {
    const message = text.say('codes.TIME_TRIGGER_ZOTA_ERROR')
    return {
      ...failed('TIME_TRIGGER_ZOTA_ERROR', { message }),
      fields: [{ field: 'stop', code: 'TIME_TRIGGER_ZOTA_ERROR', message }],
    }
  }
  const edges = [
    ['start', start],
    ['stop', stop],
  ] as const
  // Whoever is cut off in the midst has a window still: the edge that the one before leaves room for goes first.
  const before = String(context.bound.row?.start ?? '')
  const result = await set(
    sourceOf(context),
    String(context.params.sn),
    before !== '' && stop > before ? edges.toReversed() : edges,
  )
  if (!result.ok) return result
  context.toast({ text: text.say('toasts.updateWindowSet') })
  context.refetch()
  return done()
}

/** Nothing is updated any more unless somebody asks for it. */
export const endUpdateWindow: CodeAction = async (context) => {
  const result = await set(sourceOf(context), String(context.params.sn), [
    ['start', ''],
    ['stop', ''],
  ])
  if (!result.ok) return result
  context.toast({ text: text.say('toasts.updateWindowEnded') })
  context.refetch()
  return done()
}

/** The window that a deployment proposes: two times with a hyphen between. */
export const usualUpdateWindow: CodeAction = async ({ situation }) => {
  const [start, stop] = String(situation.settings?.SPECIFIC_OTA_TIME).split('-')
  return done({ start, stop })
}
