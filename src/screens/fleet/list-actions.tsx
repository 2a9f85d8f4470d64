import type { ReactNode } from 'react'
import type { ActionContext, CodeAction } from '#engine/actions/code-action.ts'
import type { ActionResult, Row, Source } from '#engine/doors.ts'
import { text } from '#i18n/useText.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HardwareModel } from '#schemas/generated/entities/hardware-model.ts'
import { session } from '#session/session.ts'
import { ReplaceDialog } from './ReplaceDialog.tsx'
import { type VirtualGateway, VirtualGatewayDialog } from './VirtualGatewayDialog.tsx'

function sourceOf({ doors }: ActionContext): Source {
  if (!doors) throw new Error('The list of gateways needs a session')
  return doors.source
}

/** Nothing more has to be said about it. */
const cancelled = (code = 'cancelled'): ActionResult => ({ ok: false, code, message: '', reported: true })

const rowOf = ({ bound }: ActionContext): Gateway => bound.row as unknown as Gateway

/** A dialog until it has been answered. */
const ask = <T,>(
  { overlay }: ActionContext,
  draw: (answer: (value: T | undefined) => void) => ReactNode,
): Promise<T | undefined> =>
  new Promise((resolve) => {
    const close = overlay(
      draw((value) => {
        close()
        resolve(value)
      }),
    )
  })

const named = (root: string, values: Row) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, `${root}.${name}`]))

const call = (
  context: ActionContext,
  operation: string,
  params: Row,
  body: Row = {},
): Promise<ActionResult> =>
  sourceOf(context).act(
    { operation, params: named('row', params), body: named('form', body) },
    { row: params, form: body, otp: context.bound.otp },
  )

/** Takes a gateway from its account; the list stays as it is until the server has done so (spec 1 §4). */
export const removeListedGateway: CodeAction = async (context) => {
  const result = await sourceOf(context).act(
    {
      operation: 'unassignGateway',
      params: { sn: 'row.serialNumber' },
      // Its own alert says more than the general one (spec 1 §8).
      outcomes: { other: {} },
    },
    { row: context.bound.row ?? {} },
  )
  if (result.ok) {
    context.toast({ text: text.say('toasts.gatewayRemoved') })
    context.refetch()
    return result
  }
  await context.alert('removeFailed')
  return { ...result, reported: true }
}

/** spec 1 §4: only by online, unassigned gateways of a compatible model. */
export const replaceListedGateway: CodeAction = async (context) => {
  const { serialNumber, model, name } = rowOf(context)
  const found = await call(context, 'listGatewaysWithoutUser', { models: model, limit: 100 })
  if (!found.ok) return found
  const others = (found.data as { data: Gateway[] }).data.filter(
    (other) => other.connectionStatus === 'online' && other.serialNumber !== serialNumber,
  )
  const by = await ask<string>(context, (onAnswer) => (
    <ReplaceDialog gateway={{ serialNumber, name }} others={others} onAnswer={onAnswer} />
  ))
  if (by === undefined) return cancelled()
  const result = await call(context, 'createReplacement', { sn: serialNumber }, { with: by })
  if (result.ok) {
    context.toast({ text: text.say('toasts.replacing') })
    context.refetch()
  }
  return result
}

/** spec 1 §7: numbers, then the gateway, then its assignment to whoever made it. */
async function create(context: ActionContext, asked: VirtualGateway): Promise<ActionResult> {
  const userId = session.state().user?.id ?? ''
  const numbers = await call(context, 'generateSerialNumber', {})
  if (!numbers.ok) return numbers
  const { hardwareModel, firmwareModel, name } = asked
  const { serialNumber, secureId } = numbers.data as { serialNumber: string; secureId: string }
  const created = await call(
    context,
    'createVirtualGateway',
    {},
    { hardwareModel, firmwareModel, creatorId: userId, serialNumber, secureId },
  )
  if (!created.ok) return created
  const { imported, licenceKey } = created.data as { imported: number; licenceKey?: string }
  if (imported <= 0) {
    context.toast({ text: text.say('codes.ERROR_CREATING_VIRTUAL_GATEWAY'), tone: 'danger' })
    return cancelled('ERROR_CREATING_VIRTUAL_GATEWAY')
  }
  return await call(
    context,
    'assignGateway',
    { sn: serialNumber },
    { serialNumber, userId, name, secureId, licenceKey },
  )
}

/** A gateway without hardware, for trying things out. */
export const createVirtual: CodeAction = async (context) => {
  const found = await call(context, 'listHardware', {})
  if (!found.ok) return found
  const hardware = (found.data as { data: HardwareModel[] }).data.filter(({ virtual }) => virtual)
  const asked = await ask<VirtualGateway>(context, (onAnswer) => (
    <VirtualGatewayDialog hardware={hardware} onAnswer={onAnswer} />
  ))
  if (!asked) return cancelled()
  const result = await create(context, asked)
  if (result.ok) {
    context.toast({ text: text.say('toasts.virtualCreated') })
    context.refetch()
  }
  return result
}
