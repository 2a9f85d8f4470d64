import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { operations } from '#schemas/generated/api/location.ts'
import type { GatewayAddress } from '#schemas/generated/entities/gateway-address.ts'
import type { Fault } from '../../lib/refusal.ts'
import { OutboundError } from '../../outbound/guarded-fetch.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { notedIn } from '../udm/noted.ts'

const SWITZERLAND = 'CH'

/** /location: where gateways are. */
export function locationHandlers(parts: Parts): HandlersOf<operations> {
  const { store, settings, places, log } = parts
  const note = notedIn(parts)

  return {
    async getGatewayAddress({ params }) {
      const address = (await store.gatewayLife.address(params.sn)) ?? {
        address: { line1: '', line2: '' },
        city: '',
        zip: '',
        country: String(settings.flags.DEFAULT_COUNTRY),
        alpha2Code: SWITZERLAND,
      }
      return { ...address, serial_number: params.sn }
    },

    async setGatewayAddress({ params, body, session }) {
      const address = cleaned(body)
      const faults = faultsIn(address, settings.flags)
      if (faults.length > 0) throw new Failure(400, faults)
      await store.gatewayLife.setAddress(params.sn, address)
      await note(session, 'setGatewayAddress', params.sn)
      return { ...address, serial_number: params.sn }
    },

    async addressByCoordinates({ query: { latitude, longitude } }) {
      const address = await places(latitude, longitude).catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error
        log.warn({ error: error.message }, 'the service for addresses could not be asked')
        return undefined
      })
      if (!address) throw new Failure(404, [{ errorCode: 'RES_COMMAND_LOCATION_INVALID' }])
      return address
    },
  }
}

/** The serial number in a body is not believed: the path says which gateway it is. */
function cleaned({
  address: { line1, line2 = '' },
  city,
  zip,
  country,
  alpha2Code,
}: GatewayAddress): GatewayAddress {
  return {
    address: { line1: cleanName(line1), line2: cleanName(line2) },
    city: cleanName(city),
    zip: cleanName(zip),
    country: cleanName(country),
    alpha2Code,
  }
}

/** spec 1 §5: a configured pattern, and whether an address must be given at all. */
function faultsIn(
  { address: { line1, line2 = '' }, city, zip, country }: GatewayAddress,
  { ADDRESS_REGEX, ADDRESS_REQUIRED }: Readonly<Record<string, unknown>>,
): Fault[] {
  const pattern = new RegExp(String(ADDRESS_REGEX), 'u')
  const fields: readonly (readonly [field: string, text: string, needed: boolean])[] = [
    ['/address/line1', line1, true],
    ['/address/line2', line2, false],
    ['/city', city, true],
    ['/zip', zip, true],
    ['/country', country, true],
  ]
  return fields
    .filter(([, text, needed]) => (text === '' ? needed && ADDRESS_REQUIRED === true : !pattern.test(text)))
    .map(([field]) => ({ errorCode: 'VALIDATION', field }))
}
