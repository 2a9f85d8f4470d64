import { type ActionContext, asked, type CodeAction, sourceOf } from '#engine/actions/code-action.ts'
import type { ActionResult } from '#engine/ports.ts'
import { language } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { download } from '#lib/download.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HomePerson } from '#schemas/generated/entities/home-person.ts'
import { session } from '#session/session.ts'
import { type VirtualGateway, VirtualGatewayDialog } from './VirtualGatewayDialog.tsx'

/** Nothing more has to be said about it. */
const cancelled = (code = 'cancelled'): ActionResult => ({ ok: false, code, message: '', reported: true })

const rowOf = ({ bound }: ActionContext): Gateway => bound.row as unknown as Gateway

/** Takes a gateway from its account; the list stays as it is until the server has done so (spec 1 §4). */
export const removeListedGateway: CodeAction = async (context) => {
  const { serialNumber: sn } = rowOf(context)
  // Its own alert says more than the general one (spec 1 §8).
  const result = await sourceOf(context).call('unassignGateway', { sn }, { told: ['other'] })
  if (result.ok) {
    context.toast({ text: text.say('toasts.gatewayRemoved') })
    context.refetch()
    return result
  }
  await context.alert('removeFailed')
  return { ...result, reported: true }
}

/** spec 1 §7: numbers, then the gateway, then its assignment to whoever made it. */
async function create(context: ActionContext, wish: VirtualGateway): Promise<ActionResult> {
  const source = sourceOf(context)
  const userId = session.state().user?.id ?? ''
  const numbers = await source.call('generateSerialNumber', {})
  if (!numbers.ok) return numbers
  const { hardwareModel, firmwareModel, name } = wish
  const { serialNumber, secureId } = numbers.data
  const created = await source.call('createVirtualGateway', {
    hardwareModel,
    firmwareModel,
    creatorId: userId,
    serialNumber,
    secureId,
  })
  if (!created.ok) return created
  const { imported, licenceKey } = created.data
  if (imported <= 0) {
    context.toast({ text: text.say('codes.ERROR_CREATING_VIRTUAL_GATEWAY'), tone: 'danger' })
    return cancelled('ERROR_CREATING_VIRTUAL_GATEWAY')
  }
  return await source.call('assignGateway', {
    sn: serialNumber,
    serialNumber,
    userId,
    name,
    secureId,
    licenceKey,
  })
}

/** A gateway without hardware, for trying things out. */
export const createVirtual: CodeAction = async (context) => {
  const found = await sourceOf(context).call('listHardware', {})
  if (!found.ok) return found
  const hardware = found.data.data.filter(({ virtual }) => virtual)
  return await asked(context, (close) => (
    <VirtualGatewayDialog
      hardware={hardware}
      onCreate={async (wish) => {
        const result = await create(context, wish)
        if (!result.ok) return result
        context.toast({ text: text.say('toasts.virtualCreated') })
        context.refetch()
        close(result)
        return result
      }}
      onClose={() => close(cancelled())}
    />
  ))
}

/** How a gateway does, as a PDF in the language of the page and by its clocks (spec 3 §2). */
export const takeReport: CodeAction = async (context) => {
  const result = await sourceOf(context).call('gatewayStatisticPdf', {
    sn: String(context.bound.route?.sn),
    language: language(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  if (!result.ok) return result
  const { name, pdf } = result.data
  const bytes = Uint8Array.from(atob(pdf), (char) => char.charCodeAt(0))
  download(name, bytes, 'application/pdf')
  return result
}

/** Key figures counted anew, by the gateway itself (spec 3 §7). One that is away keeps those of before, and that is told. */
export const fetchKpi: CodeAction = async (context) => {
  const source = sourceOf(context)
  const serialNumber = String(context.bound.route?.sn)
  const before = await source.call('gatewayKpi', { serialNumber })
  if (!before.ok) return before
  const result = await source.call('gatewayKpi', { serialNumber, fetchFromGateway: true })
  if (!result.ok) return result
  const counted = result.data.at !== before.data.at
  context.toast({ text: text.say(counted ? 'toasts.kpiCounted' : 'toasts.kpiKept') })
  context.refetch()
  return result
}

/** An administrator sees a home as its owner does, in this tab alone, and changes nothing (decision 0216). */
export const viewAsOwner: CodeAction = async (context) => {
  const { serialNumber, userId, owner, name } = rowOf(context)
  const person = [owner?.firstName, owner?.lastName].filter(Boolean).join(' ') || owner?.username || name
  return await look(context, { serialNumber, userId: userId ?? '', name: person })
}

/** The same as anybody who may use it, e.g. as whoever finds a part of it. */
export const viewAsPerson: CodeAction = async (context) => {
  const { user_id: userId, name } = context.bound.row as unknown as HomePerson
  return await look(context, { serialNumber: String(context.bound.route?.sn), userId, name })
}

async function look(
  context: ActionContext,
  { serialNumber, userId, name }: Record<'serialNumber' | 'userId' | 'name', string>,
) {
  const result = await sourceOf(context).call('viewAs', { sn: serialNumber, userId })
  if (!result.ok) return result
  session.look({ userId: result.data.userId, sessionId: result.data.sessionId, serialNumber, name })
  location.assign('/')
  return result
}
