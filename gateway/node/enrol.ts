import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DriverHost } from '#gateway/core/ports.ts'
import { gatehouseAddress } from './gatehouse-address.ts'
import { reasonOf } from './reason.ts'

export interface Enrolment {
  /** Where Gatehouse is, as browsers reach it. */
  server: string
  serialNumber: string
  /** What stands on the gateway. */
  secureId: string
  /** Where the secret is kept once it is there. */
  file: string
  log: DriverHost['log']
  /** Ms between two questions, about. */
  every?: number
}

/**
 * The secret with which a gateway signs in: the one it has, or the one that Gatehouse gives it once somebody has been
 * assigned the gateway. Asks until then.
 */
export async function enrolled({ file, ...enrolment }: Enrolment): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known !== '') return known.trim()
  const secret = await asked(enrolment)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, secret, { mode: 0o600, flush: true })
  await chmod(file, 0o600)
  return secret
}

/** It is worthless: somebody else has the gateway, or will. */
export const forgetSecret = (file: string): Promise<void> => rm(file, { force: true })

async function asked({
  server,
  serialNumber,
  secureId,
  log,
  every = 8000,
}: Omit<Enrolment, 'file'>): Promise<string> {
  let told = ''
  for (;;) {
    const answer = await announce(server, { serialNumber, secureId }).catch((error: unknown) =>
      refusal(error, { server, serialNumber }),
    )
    if ('secret' in answer && answer.secret !== undefined) return answer.secret
    const news = 'news' in answer ? answer.news : answer.assigned ? HAD_ONE : UNASSIGNED
    if (news !== told) log('info', 'Waiting for a secret from Gatehouse', { news })
    told = news
    await new Promise((resolve) => setTimeout(resolve, every * (0.75 + Math.random() * 0.5)))
  }
}

const UNASSIGNED = 'Registered, but nobody has been assigned this gateway yet.'
const HAD_ONE =
  'Assigned, but the secret has been given out already: unassign and assign the gateway again, or let an administrator make another one.'

class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`Gatehouse answered ${status}.`)
    this.status = status
  }
}

/** Why there is no answer, in a sentence. */
function refusal(
  error: unknown,
  { server, serialNumber }: Pick<Enrolment, 'server' | 'serialNumber'>,
): { news: string } {
  if (!(error instanceof Refused))
    return { news: `Gatehouse cannot be reached at ${server}: ${reasonOf(error)}.` }
  if (error.status === 404)
    return {
      news:
        `Gatehouse does not know ${serialNumber} with this secure id: an administrator registers it at ` +
        `${new URL('/registrations', server).href}.`,
    }
  return { news: error.message }
}

async function announce(
  server: string,
  body: { serialNumber: string; secureId: string },
): Promise<{ assigned: boolean; secret?: string }> {
  const answer = await fetch(new URL('/api/udm/device/announce', gatehouseAddress('--server', server)), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Refused(answer.status)
  return (await answer.json()) as { assigned: boolean; secret?: string }
}
