import type { operations } from '#schemas/generated/api/location.ts'
import { placeOf, townsNamed } from '../../gateways/places.ts'
import { OutboundError } from '../../outbound/guarded-fetch.ts'
import type { HandlersOf } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Parts } from '../parts.ts'
import { notedIn } from '../udm/noted.ts'
import { areasHandlers } from './areas.ts'
import { centresHandlers } from './centres.ts'
import { cleaned, faultsIn } from './postal.ts'

const SWITZERLAND = 'CH'

/** /location: where gateways are. */
export function locationHandlers(parts: Parts): HandlersOf<operations> {
  const { store, settings, places, homes, log } = parts
  const note = notedIn(parts)

  return {
    ...areasHandlers(parts),
    ...centresHandlers(parts),

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
      const place = placeOf(address)
      // A gateway that is away is told when it comes.
      if (place)
        await homes.order(params.sn, session.userId, 'set_place', place).catch((error: unknown) => {
          log.warn({ error: String(error) }, 'a gateway could not be told where it is')
        })
      return { ...address, serial_number: params.sn }
    },

    async getAssignedAddress({ params: { sn } }) {
      const address = await store.gatewayLife.address(sn)
      if (!address) throw new Failure(404, [{ errorCode: 'RES_COMMAND_LOCATION_INVALID' }])
      return { ...address, serial_number: sn }
    },

    // What the gateway was told of the sun's times stays: scenes go on by them.
    async removeGatewayAddress({ params: { sn }, session }) {
      await store.gatewayLife.setAddress(sn, null)
      await note(session, 'removeGatewayAddress', sn)
      return undefined
    },

    searchByCityName: ({ query: { name } }) => [...townsNamed(name)],

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
