import { CommandError, codes } from '#gateway/core/errors.ts'
import type { Driver, DriverHost, Order } from '#gateway/core/ports.ts'
import type { MqttPort } from './port.ts'

/** What speaks with the devices of one broker, from start to stop. */
interface Bridge {
  start(): void
  stop(): void
  /** Throws a CommandError when the order cannot be given. */
  set(command: Order): void
}

/** A bridge that is made when its driver starts and thrown away when it stops. */
export function startedBridge<B extends Bridge>(
  mqtt: MqttPort,
  make: (host: DriverHost) => B,
): { running: () => B; driver: Pick<Driver, 'start' | 'stop' | 'set'> } {
  let bridge: B | undefined
  const running = (): B => {
    if (!bridge) throw new CommandError(codes.disabled, 'The driver is not started')
    return bridge
  }
  return {
    running,
    driver: {
      async start(host) {
        bridge = make(host)
        bridge.start()
      },
      async stop() {
        bridge?.stop()
        bridge = undefined
        await mqtt.close()
      },
      async set(command) {
        running().set(command)
      },
    },
  }
}
