import { http } from '#data/http.ts'
import { RequestError } from '#data/request-error.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { session } from './session.ts'

async function refreshChosen(serialNumber: string): Promise<void> {
  try {
    session.replaceGateway((await http.call('getGateway', { params: { sn: serialNumber } })).data as Gateway)
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) session.loseGateway(serialNumber)
  }
}

async function refreshOwn(): Promise<void> {
  const { credentials } = session.state()
  try {
    const { data } = (await http.call('listOwnGateways', {})).data as { data: Gateway[] }
    if (session.state().credentials === credentials) session.learnGateways(data)
  } catch {
    // Nobody asked by hand: the next time that the channel opens asks again.
  }
}

/** Events are told once: after a gap in the connection, how the gateways are now is asked for. */
export async function refreshGateways(): Promise<void> {
  const { gateway } = session.state()
  if (!session.admin) return await refreshOwn()
  if (gateway) await refreshChosen(gateway.serialNumber)
}
