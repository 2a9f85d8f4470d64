import { createElement } from 'react'
import { type ActionContext, type CodeAction, done, entered, sourceOf } from '#engine/actions/code-action.ts'
import { text } from '#i18n/useText.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { session } from '#session/session.ts'
import { ChangeGatewayDialog } from './ChangeGatewayDialog.tsx'

export * from './learn.ts'

/** What somebody does to the current gateway himself is no news to him: it is said in a toast, and he goes on. */
async function leaveGateway(
  context: ActionContext,
  operation: 'removeGateway' | 'unassignGateway',
  toast: string,
): ReturnType<CodeAction> {
  const sn = String(context.params.sn)
  // Its own alert says more than the general one (spec 1 §8); whose gateway it is, the error path says.
  const told = ['404', '409', '500', '503', 'OFFLINE', 'REQUEST_TIMED_OUT']
  const result = await sourceOf(context).call(operation, { sn }, { told })
  if (result.ok) {
    session.dropGateway(sn)
    context.toast({ text: text.say(toast) })
    if (context.situation.role === 'admin') context.goto('gate_select')
    else context.go('/', { replace: true })
    return done()
  }
  if (!result.reported) await context.alert('removeFailed')
  return result
}

/** spec 1 §2 rule 7: the owner takes an offline gateway out of the account; what comes next is decided by the routing rules. */
export const removeCurrentGateway: CodeAction = (context) =>
  leaveGateway(context, 'removeGateway', 'toasts.gatewayRemoved')

/** An administrator, or the owner, makes the gateway free: administrators are back at the list of all. */
export const unassignCurrentGateway: CodeAction = (context) =>
  leaveGateway(
    context,
    'unassignGateway',
    context.situation.role === 'admin' ? 'toasts.gatewayFreed' : 'toasts.gatewayUnassigned',
  )

/** Another gateway: administrators choose from the list of all, others among their own. */
export const changeGateway: CodeAction = async (context) => {
  if (context.situation.role === 'admin') context.goto('gate_select')
  else {
    const close = context.overlay(
      createElement(ChangeGatewayDialog, {
        onChoose: (gateway: Gateway | undefined) => {
          close()
          if (gateway) session.chooseGateway(gateway)
        },
        onAdd: () => {
          close()
          context.goto('new_gateway')
        },
      }),
    )
  }
  return done()
}

/** The person has read that the gateway was taken away; the routing rules lead on. */
export const understandRemoval: CodeAction = async (context) => {
  session.understandRemoval()
  context.go('/', { replace: true })
  return done()
}

/** spec 1 §7: who knows what stands on a gateway gets it. */
export const assignGateway: CodeAction = async (context) => {
  const { params } = context
  const sn = String(params.sn)
  const { name, secureId, licenceKey } = entered<'assignGateway'>(context)
  const result = await sourceOf(context).call(
    'assignGateway',
    { sn, serialNumber: sn, userId: String(params.userId), name, secureId, licenceKey },
    { told: ['NOT_FOUND'] },
  )
  if (result.ok) session.addGateway(result.data)
  else if (result.code === 'NOT_FOUND') return { ...result, code: 'GATEWAY_UNKNOWN' }
  return result
}

/** Goes into a gateway that has just joined the account. */
export const openGateway: CodeAction = async (context) => {
  const { serialNumber } = context.bound.row ?? {}
  const gateway = session.state().gateways.find((one) => one.serialNumber === serialNumber)
  if (gateway) session.chooseGateway(gateway)
  context.go('/')
  return done()
}
