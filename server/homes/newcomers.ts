import type { NetworkKind } from '#gateway/core/network-driver.ts'
import type { Newcomers } from '#gateway/drivers/virtual/newcomers.ts'
import { servicesOf } from '#gateway/lib/models/as-device.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { installableOn } from './installable.ts'

const nameOf = ({ name, model }: { name?: string; model: string }): string => name ?? model

/** Fresh devices of the catalogue's models, for homes that are simulated. */
export function newcomersOf(catalogue: Pick<Catalogue, 'models' | 'model'>): Newcomers {
  return {
    make({ id, model: wanted, network, name }) {
      const model = catalogue.model(wanted)
      if (!model || model.abstract) return undefined
      return {
        id,
        device_name: name ?? nameOf(model),
        class: model.model,
        device_manufacturer: model.manufacturer ?? 'Gatehouse',
        bus_id: network,
        status: 2,
        firmwareVersion: '1.0.0',
        networkType: network,
        ...addressOf(network, id),
        service_list: servicesOf(model),
      }
    },
    models: (network) => installableOn(catalogue.models(), network).map(({ model }) => model),
  }
}

/** Something that looks like an address there, and is the same for the same device. */
function addressOf(network: NetworkKind, id: string) {
  const sum = [...id].reduce((total, char) => (total * 31 + (char.codePointAt(0) ?? 0)) % 65_521, 7)
  if (network === 'ip') {
    const ipAddress = `192.168.1.${40 + (sum % 200)}`
    return { address: ipAddress, ipAddress }
  }
  return { address: `0x${sum.toString(16).padStart(4, '0')}`, lqiValue: 120 + (sum % 120), role: 3 as const }
}
