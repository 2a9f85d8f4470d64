import type { DriverHost } from '#gateway/core/ports.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Random } from './random.ts'

/** How long the routers take to answer. */
const ANSWERS = 4000
/** spec 2 §2: what passes messages on. */
const ROUTER = 2

const isRadio = ({ networkType }: Device): boolean => networkType === 'zigbee' || networkType === 'zwave'

/** The ways through the radio network as a map would show them: most are heard directly, some through a router. */
export async function mapped(
  host: Pick<DriverHost, 'clock' | 'link'>,
  devices: readonly Device[],
  random: Random,
): Promise<number> {
  await new Promise<void>((resolve) => host.clock.after(ANSWERS, resolve))
  const routeTimestamp = new Date(host.clock.now()).toISOString()
  const radios = devices.filter(isRadio)
  for (const { id, networkType, role } of radios) {
    const routers = radios.filter(
      (one) => one.id !== id && one.networkType === networkType && one.role === ROUTER,
    )
    const over = role === ROUTER ? undefined : routers[Math.floor(random() * routers.length * 2)]
    host.link({
      device: id,
      route: over ? [over.id] : [],
      routeTimestamp,
      lqiValue: 60 + Math.floor(random() * 190),
    })
  }
  return radios.length
}
