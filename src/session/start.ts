import { http } from '#data/http.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { User } from '#schemas/generated/entities/user.ts'
import { early } from './boot.ts'
import { homeOf } from './home-in-address.ts'
import { session } from './session.ts'
import type { Settings } from './store.ts'

const settingsNow = async (): Promise<Settings> => (await http.call('settings', {})).data

/** One that the service worker kept says when it was (public/sw.js): no server has answered. */
interface FirstSnapshot extends HomeSnapshot {
  keptAt?: number
}

/** The first snapshot, if it is of this gateway and this session. */
export async function bootSnapshot(serialNumber: string): Promise<FirstSnapshot | undefined> {
  const boot = window.gatehouseBoot
  if (!boot?.snapshot || (boot.serialNumber ?? serialNumber) !== serialNumber) return undefined
  const { snapshot } = boot
  window.gatehouseBoot = { ...boot, snapshot: undefined }
  const first = await early<HomeSnapshot>(snapshot)
  const keptAt = first && Number((await snapshot)?.headers.get('x-kept-at'))
  return first?.serialNumber === serialNumber ? { ...first, ...(keptAt && { keptAt }) } : undefined
}

let starting: { sessionId: string; done: Promise<void> } | undefined

/** Settings, the user and the gateways: all that the shell needs before it can be drawn. Asked for once at a time. */
export function startSession(search = location.search): Promise<void> {
  const { credentials, user } = session.state()
  if (!credentials || user) return Promise.resolve()
  const { sessionId } = credentials
  if (starting?.sessionId !== sessionId) {
    const mine = { sessionId, done: start(search) }
    const end = (): void => {
      if (starting === mine) starting = undefined
    }
    mine.done.then(end, end)
    starting = mine
  }
  return starting.done
}

async function start(search: string): Promise<void> {
  const { credentials } = session.state()
  if (!credentials) return
  const boot = window.gatehouseBoot?.sessionId === credentials.sessionId ? window.gatehouseBoot : undefined
  const [settings, user, page] = await Promise.all([
    early<Settings>(boot?.settings).then((answer) => answer ?? settingsNow()),
    early<User>(boot?.profile).then(
      async (answer) => answer ?? (await http.call('getProfile', { id: credentials.userId })).data,
    ),
    early<{ data: Gateway[] }>(boot?.gateways).then(
      async (answer) => answer ?? (await http.call('listOwnGateways', {})).data,
    ),
  ])
  const admin = user.groups[0] === 'admin'
  // The address knows best, then what the person chose last; whoever lost that gateway begins as spec 1 §4 says.
  const wanted = homeOf(search) ?? session.rememberedGateway
  const gateway = admin
    ? wanted && (await gatewayOf(wanted))
    : page.data.find(({ serialNumber }) => serialNumber === wanted)
  if (session.state().credentials !== credentials) return
  session.learn({ settings, user, gateways: admin ? [] : page.data, gateway: gateway || undefined })
}

/** One that is gone is none: the administrator chooses again. */
async function gatewayOf(serialNumber: string): Promise<Gateway | undefined> {
  try {
    return (await http.call('getGateway', { sn: serialNumber })).data
  } catch {
    return undefined
  }
}
