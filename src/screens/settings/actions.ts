import { type CodeAction, done, failed } from '#engine/actions/code-action.ts'
import type { Row } from '#engine/doors.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Language } from '#i18n/languages.ts'
import { text } from '#i18n/useText.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { session } from '#session/session.ts'

/** Bridge choice (spec 1 §9): remote 1, local 0. */
const chooseBridge =
  (remoteBridge: 0 | 1): CodeAction =>
  async ({ doors, params, toast }) => {
    if (!doors) throw new Error('A gateway needs a session')
    const result = await doors.source.act(
      {
        operation: 'setOperationMode',
        params: { sn: 'form.sn' },
        body: { remoteBridge: 'form.remoteBridge' },
      },
      { form: { sn: params.sn, remoteBridge } },
    )
    if (!result.ok) return result
    const changed = result.data as Gateway
    session.changeGateways((gateways) =>
      gateways.map((one) => (one.serialNumber === changed.serialNumber ? { ...one, ...changed } : one)),
    )
    toast({ text: text.say('toasts.saved') })
    return done()
  }

export const useRemoteBridge = chooseBridge(1)
export const useLocalBridge = chooseBridge(0)

/** Codes as the browser has them, so that the list of countries and the address agree. */
const countryOf = (alpha2Code: string): string =>
  new Intl.DisplayNames(['en'], { type: 'region' }).of(alpha2Code) ?? alpha2Code

/** Saves the address of the gateway; the country's name follows from its code (spec 1 §3). */
export const saveAddress: CodeAction = async ({ doors, params, bound }) => {
  if (!doors) throw new Error('A gateway needs a session')
  const { line1, line2, zip, city, alpha2Code } = bound.form ?? {}
  return await doors.source.act(
    { operation: 'setGatewayAddress', params: { sn: 'row.sn' } },
    {
      row: params,
      form: { address: { line1, line2 }, zip, city, alpha2Code, country: countryOf(String(alpha2Code)) },
    },
  )
}

const position = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error('no geolocation'))
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: 10_000, maximumAge: 60_000 })
  })

/** Fills the address in from where the browser is (spec 1 §7: address by coordinates). */
export const addressHere: CodeAction = async ({ doors, toast }) => {
  if (!doors) throw new Error('A gateway needs a session')
  let coords: GeolocationCoordinates
  try {
    coords = (await position()).coords
  } catch {
    toast({ text: text.say('toasts.positionUnknown'), tone: 'danger' })
    return { ...failed('POSITION_UNKNOWN'), reported: true }
  }
  const result = await doors.source.act(
    {
      operation: 'addressByCoordinates',
      params: { latitude: 'row.latitude', longitude: 'row.longitude' },
    },
    { row: { latitude: coords.latitude, longitude: coords.longitude } },
  )
  if (!result.ok) return result
  const { street, city, zip } = result.data as Row
  return done({ line1: street, city, zip })
}

/** Changes the language of the page at once and keeps it with the account (spec 1 §7: setLangUser). */
export const chooseLanguage: CodeAction = async ({ doors, bound }) => {
  if (!doors) throw new Error('An account needs a session')
  const language = bound.form?.language as Language
  const result = await doors.source.act({ operation: 'setLangUser' }, { form: { language } })
  if (result.ok) await changeLanguage(language)
  return result
}

/** Deletes the account of whoever is signed in; the session ends with a word about it. */
export const deleteAccount: CodeAction = async ({ doors, bound, situation }) => {
  if (!doors) throw new Error('An account needs a session')
  const result = await doors.source.act(
    { operation: 'deleteAccount', params: { id: 'row.id' } },
    { row: { id: situation.session.id }, form: bound.form },
  )
  if (result.ok) session.end('session.accountRemoved')
  return result
}
