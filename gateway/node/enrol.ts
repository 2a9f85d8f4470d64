import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DriverHost } from '#gateway/core/ports.ts'

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
    const answer = await announce(server, { serialNumber, secureId }).catch((error: unknown) => String(error))
    if (typeof answer !== 'string' && answer.secret !== undefined) return answer.secret
    const news =
      typeof answer === 'string' ? answer : answer.assigned ? 'assigned, no secret' : 'not assigned'
    if (news !== told) log('info', 'Waiting for a secret from Gatehouse', { news })
    told = news
    await new Promise((resolve) => setTimeout(resolve, every * (0.75 + Math.random() * 0.5)))
  }
}

async function announce(
  server: string,
  body: { serialNumber: string; secureId: string },
): Promise<{ assigned: boolean; secret?: string }> {
  const answer = await fetch(new URL('/api/udm/device/announce', server), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`Gatehouse answered ${answer.status}`)
  return (await answer.json()) as { assigned: boolean; secret?: string }
}
