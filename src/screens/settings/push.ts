import { attempt } from '#data/refusal.ts'
import type { ActionContext } from '#engine/actions/code-action.ts'
import { done, failed, sourceOf } from '#engine/actions/code-action.ts'
import type { ActionResult } from '#engine/ports.ts'
import { text } from '#i18n/useText.ts'
import { serviceWorker, tellServiceWorker } from '#lib/browser/service-worker.ts'

/** Said once in a corner; the page stays as it is. */
function refused({ toast }: ActionContext, why: string): ActionResult {
  toast({ text: why, tone: 'danger' })
  return { ...failed('PUSH'), reported: true }
}

/** The browser is asked, then its push service, then our server: from then on this device is woken. */
export async function wakeHere(context: ActionContext): Promise<ActionResult> {
  if (!('Notification' in window) || !('PushManager' in window))
    return refused(context, text.say('toasts.pushUnsupported'))
  if ((await Notification.requestPermission()) !== 'granted')
    return refused(context, text.say('toasts.pushDenied'))
  const registration = await serviceWorker()
  if (!registration) return refused(context, text.say('toasts.pushUnsupported'))
  const known = await attempt('listPushDevices', {})
  if (!known.ok) return known
  if (!known.data.available) return refused(context, text.say('toasts.pushOff'))
  let subscription: PushSubscription
  try {
    // One that another key of this server made is of no use any more.
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: known.data.publicKey,
    })
  } catch {
    return refused(context, text.say('toasts.pushUnreachable'))
  }
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const result = await sourceOf(context).call('subscribePush', { endpoint, keys: { p256dh, auth } })
  if (!result.ok) {
    await subscription.unsubscribe()
    return result
  }
  await tellServiceWorker({ kind: 'wake', userId: String(context.situation.session.id), on: true })
  return { ...done(result.data), status: 200 }
}

/** Of this device, the browser forgets it too. */
export async function stopWaking(context: ActionContext): Promise<ActionResult> {
  const { row } = context.bound
  const result = await sourceOf(context).call('removePushDevice', { pushId: String(row?.id) })
  if (!result.ok || row?.current !== true) return result
  const registration = await serviceWorker()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  await tellServiceWorker({ kind: 'wake', userId: String(context.situation.session.id), on: false })
  return result
}
