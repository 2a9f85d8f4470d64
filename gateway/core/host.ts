import type { Bridges } from './devices/bridges.ts'
import type { Devices } from './devices/devices.ts'
import type { Ways } from './diagnostics/ways.ts'
import type { Infrared } from './infrared/infrared.ts'
import type { Network } from './joining/network.ts'
import type { OrderBook } from './orders/order-book.ts'
import type { Clock, DriverHost } from './ports.ts'

interface Parts {
  clock: Clock
  devices: Devices
  bridges: Pick<Bridges, 'say'>
  infrared: Pick<Infrared, 'described' | 'failed'>
  orders: Pick<OrderBook, 'failed'>
  network: Pick<Network, 'progress' | 'joined' | 'failed'>
  ways: Pick<Ways, 'heard' | 'linked'>
  notes: Pick<DriverHost, 'notes' | 'note'>
  log: DriverHost['log']
  /** Counts one more. */
  malformed(): void
}

/** The core as one driver sees it: it can speak only of its own devices. */
export function hostFor(
  driver: string,
  { clock, devices, bridges, infrared, orders, network, ways, notes, log, malformed }: Parts,
): DriverHost {
  const named = new Set<string>()
  const mine = (id: string): boolean => devices.get(id)?.driver === driver
  const host: DriverHost = {
    clock,
    upsert(device) {
      if (!devices.get(device.id) || mine(device.id)) devices.upsert(driver, infrared.described(device))
      else log('warn', 'A device is already served by another driver', { driver, device: device.id })
    },
    remove: (id) => devices.remove(driver, id),
    inventory: (ids) => devices.inventory(driver, ids),
    link: (change) => {
      if (!mine(change.device)) return
      devices.link(change)
      ways.linked(change)
    },
    report(change) {
      if (!mine(change.device)) return
      ways.heard(change.device)
      if (devices.report(change)) return
      host.malformed(`${change.device}/${change.service}/${change.property}`, 'not a value of this property')
    },
    status: (change) => {
      if (mine(change.device)) devices.status(change)
    },
    bridge: (reason) => bridges.say(driver, reason),
    last: ({ device, service, property }) =>
      mine(device) ? (devices.get(device)?.value(service, property) ?? null) : null,
    failed(failure) {
      if (mine(failure.device)) orders.failed(infrared.failed(failure))
    },
    joining: (news) => network.progress(news),
    joined: (address, device) => network.joined(address, device),
    joinFailed: (failure) => network.failed(failure),
    ...notes,
    log: (level, message, facts) => log(level, message, { driver, ...facts }),
    malformed(source, detail) {
      malformed()
      if (named.has(source) || named.size >= 1000) return
      named.add(source)
      log('warn', 'A message could not be read; further ones of this source are only counted', {
        driver,
        source,
        detail,
      })
    },
  }
  return host
}
