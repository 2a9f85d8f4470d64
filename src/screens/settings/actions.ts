export { endUpdateWindow, setUpdateWindow, usualUpdateWindow } from './update-window.ts'

import { attempt } from '#data/refusal.ts'
import {
  type ActionContext,
  type CodeAction,
  done,
  entered,
  failed,
  sourceOf,
} from '#engine/actions/code-action.ts'
import { failureText } from '#engine/failure-text.ts'
import { unlessChanged } from '#engine/objects/tell.ts'
import type { ActionResult } from '#engine/ports.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { download } from '#lib/download.ts'
import { position } from '#lib/position.ts'
import { session } from '#session/session.ts'

async function rename(context: ActionContext, name: string): Promise<ActionResult> {
  const sn = String(context.params.sn)
  const result = await sourceOf(context).call('renameGateway', { sn, name })
  if (result.ok) session.changeGateway(sn, { name })
  return result
}

/** What somebody else has called it since stays. */
async function takeBack(context: ActionContext, before: string): Promise<void> {
  const made = String(context.bound.form?.name ?? '')
  const { gateway } = session.state()
  const is = gateway?.serialNumber === context.params.sn ? gateway?.name : undefined
  const result = await unlessChanged({ was: before, made, is }, () => rename(context, before))
  if (!result.ok) context.toast({ text: failureText(result, text), tone: 'danger' })
}

/** Renames the current gateway; can be taken back for a while (docs/behaviour.md, "Undo rather than a question"). */
export const renameGateway: CodeAction = async (context) => {
  const before = context.situation.gateway?.name
  const result = await rename(context, String(context.bound.form?.name ?? ''))
  if (result.ok)
    context.toast({
      text: text.say('toasts.gatewayRenamed'),
      about: [`gateway ${context.params.sn} name`],
      ...(before === undefined ? {} : { undo: () => void takeBack(context, before) }),
    })
  return result
}

/** Bridge choice (spec 1 §9): remote 1, local 0. */
const chooseBridge =
  (remoteBridge: 0 | 1): CodeAction =>
  async (context) => {
    const sn = String(context.params.sn)
    const result = await sourceOf(context).call('setOperationMode', { sn, remoteBridge })
    if (!result.ok) return result
    session.replaceGateway(result.data)
    context.toast({ text: text.say('toasts.saved') })
    return done()
  }

export const useRemoteBridge = chooseBridge(1)
export const useLocalBridge = chooseBridge(0)

/** Codes as the browser has them, so that the list of countries and the address agree. */
const countryOf = (alpha2Code: string): string =>
  new Intl.DisplayNames(['en'], { type: 'region' }).of(alpha2Code) ?? alpha2Code

/** Saves the address of the gateway; the country's name follows from its code (spec 1 §3). */
export const saveAddress: CodeAction = async (context) => {
  const { params, bound } = context
  const { line1, line2, zip, city, alpha2Code } = bound.form ?? {}
  return await sourceOf(context).call('setGatewayAddress', {
    sn: String(params.sn),
    address: { line1: String(line1), line2: line2 === undefined ? undefined : String(line2) },
    zip: String(zip),
    city: String(city),
    alpha2Code: String(alpha2Code),
    country: countryOf(String(alpha2Code)),
  })
}

/** Saves where the person lives, in place of what was there. */
export const saveOwnAddress: CodeAction = async (context) => {
  const { line1, line2, zip, city, alpha2Code } = context.bound.form ?? {}
  return await sourceOf(context).call('updateProfile', {
    id: String(context.situation.session.id),
    address: [
      {
        address: { line1: String(line1), line2: line2 === undefined ? undefined : String(line2) },
        ...{ zip: String(zip), city: String(city), alpha2Code: String(alpha2Code) },
        country: countryOf(String(alpha2Code)),
      },
    ],
  })
}

/** Fills postcode and town in with the likeliest town of a name. */
export const findTown: CodeAction = async (context) => {
  const result = await sourceOf(context).call('searchByCityName', { name: String(context.bound.form?.name) })
  if (!result.ok) return result
  const [town] = result.data
  if (town) return done({ city: town.city, zip: town.zip, alpha2Code: 'CH' })
  context.toast({ text: text.say('toasts.noTown'), tone: 'danger' })
  return { ...failed('NO_TOWN'), reported: true }
}

/** Fills the address in from where the browser is (spec 1 §7: address by coordinates). */
export const addressHere: CodeAction = async (context) => {
  let coords: GeolocationCoordinates
  try {
    coords = (await position()).coords
  } catch {
    context.toast({ text: text.say('toasts.positionUnknown'), tone: 'danger' })
    return { ...failed('POSITION_UNKNOWN'), reported: true }
  }
  const { latitude, longitude } = coords
  const result = await sourceOf(context).call('addressByCoordinates', { latitude, longitude })
  if (!result.ok) return result
  const { street, city, zip } = result.data
  // Not every place is known down to the street.
  return done({ ...(street ? { line1: street } : {}), city, zip })
}

/** Changes the language of the page at once and keeps it with the account (spec 1 §7: setLangUser). */
export const chooseLanguage: CodeAction = async (context) => {
  const { language } = entered<'setLangUser'>(context)
  const result = await sourceOf(context).call('setLangUser', { language })
  if (result.ok) {
    await changeLanguage(language)
    session.changeUser({ preferredLanguage: language })
  }
  return result
}

/** Which screen opens after sign-in: kept with the account. */
export const chooseStartScreen: CodeAction = async (context) => {
  const choice = entered<'setStartScreen'>(context)
  const result = await sourceOf(context).call('setStartScreen', choice)
  if (result.ok) session.changeUser(choice)
  return result
}

/** Deletes the account of whoever is signed in; the session ends with a word about it. */
export const deleteAccount: CodeAction = async (context) => {
  const { situation } = context
  const result = await sourceOf(context).call('deleteAccount', {
    id: String(situation.session.id),
    ...entered<'deleteAccount'>(context),
  })
  if (result.ok) session.end('session.accountRemoved')
  return result
}

/** Goes to the portal that looks after accounts; its screen has asked. */
export const leaveToPortal: CodeAction = async ({ params }) => {
  const { url } = params
  // B-06: an address that is no page on the web leads nowhere.
  if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).protocol !== 'https:')
    return failed('ADDRESS_REFUSED')
  location.assign(url)
  return done()
}

/** The contact that is used where one is enough. */
export const makeDefaultContact: CodeAction = (context) =>
  sourceOf(context).call('changeContact', {
    id: String(context.situation.session.id),
    contactId: String(context.bound.row?._id),
    isDefault: true,
  })

/** Notifications go to a contact, or no longer; the others stay as they are. */
export const toggleContactNotifications: CodeAction = async (context) => {
  const source = sourceOf(context)
  const id = String(context.situation.session.id)
  const known = await source.call('listContacts', { id })
  if (!known.ok) return known
  const chosen = context.bound.row?._id
  const contactIds = known.data.data
    .filter(({ _id, sendNotification }) => (_id === chosen ? !sendNotification : sendNotification))
    .map(({ _id }) => _id)
  const result = await source.call('setContactNotifications', { id, contactIds })
  if (result.ok) context.toast({ text: text.say('toasts.NOTIFICATION_SUCCESS_UPDATE') })
  return result
}

/** What wakes devices comes when somebody uses it. */
const push = () => import('./push.ts')
export const wakeHere: CodeAction = async (context) => (await push()).wakeHere(context)
export const stopWaking: CodeAction = async (context) => (await push()).stopWaking(context)

/** Hands over the file of an export. spec 3 §8: one that is not there is temporarily unavailable, whatever became of it. */
export const downloadExport: CodeAction = async ({ params, toast, refetch }) => {
  const answer = await attempt('downloadExport', { taskId: String(params.taskId) })
  if (answer.ok) {
    download(answer.data.name, answer.data, answer.data.type)
    return done()
  }
  const isMissing = answer.status === 404
  const sentence = isMissing ? text.say('codes.FILE_TEMPORARILY_UNAVAILABLE') : failureText(answer, text)
  toast({ text: sentence, tone: 'danger' })
  if (isMissing) refetch()
  return failed('cancelled')
}
