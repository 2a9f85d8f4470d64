import { withValue } from '#engine/charts/model/track.ts'
import { type BlockProps, useEngine, usePorts } from '#engine/engine.ts'
import { useConnection } from '../connection.ts'
import { StateCourse } from './StateCourse.tsx'

/** When the gateway was reached (spec 2 §2: /dashboard_gateway_chart); the server knows, also while it is away. */
export function GatewayHistory({ screen }: BlockProps) {
  const { source } = usePorts()
  const { gateway } = useEngine().situation
  const connection = useConnection()
  const sn = gateway?.serialNumber ?? ''
  const name = String(gateway?.name ?? sn)
  const since = Date.parse(String(gateway?.connectionStatusSince))
  return (
    <StateCourse
      {...{ screen, name }}
      gone={gateway?.connectionStatusSince}
      asked={['gatewayStatusHistory', { sn }]}
      load={(range, signal) => source.load('gatewayStatusHistory', { sn, ...range }, signal)}
      draw={(told, range, now) => {
        // How it is now goes on where the recorded ends.
        const track =
          since < range.to ? withValue(told, since, gateway?.connectionStatus === 'online' ? 1 : 0) : told
        const { connection: band, away } = connection(
          { id: sn, device: name, kind: 'gateway', track },
          range,
          now,
        )
        return { band, gaps: away }
      }}
    />
  )
}
