import { http } from '#data/http.ts'
import { RequestError } from '#data/request-error.ts'
import { takeEvent } from './events.ts'
import { session } from './session.ts'

async function refreshChosen(serialNumber: string): Promise<void> {
  try {
    session.replaceGateway((await http.call('getGateway', { sn: serialNumber })).data)
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) session.loseGateway(serialNumber)
  }
}

async function refreshOwn(): Promise<void> {
  const { credentials } = session.state()
  try {
    const { data } = await http.call('listOwnGateways', {})
    if (session.state().credentials === credentials) session.learnGateways(data.data)
  } catch {
    // Nobody asked by hand: the next time that the channel opens asks again.
  }
}

/** Hears live events from now on; returns what ends that. */
type Hear = (listen: (event: string, data: unknown) => void) => () => void

/**
 * Events are told once: after a gap in the connection, how the gateways are now is asked for. What an event tells
 * meanwhile is newer than the answer, which would undo it.
 */
export async function refreshGateways(hear: Hear): Promise<void> {
  const told: [event: string, data: unknown][] = []
  const end = hear((...news) => void told.push(news))
  const { gateway } = session.state()
  if (!session.admin) await refreshOwn()
  else if (gateway) await refreshChosen(gateway.serialNumber)
  end()
  for (const [event, data] of told) takeEvent(session, event, data)
}
