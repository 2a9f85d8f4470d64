import { expect } from 'playwright/test'
import { accounts } from './test.ts'

interface Mail {
  id: string
  to: string
  subject: string
  text?: string
}

/** Calls the API of a server as somebody who has signed in. */
export async function session(url: string, who: { identity: string; secret: string }) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(who),
  })
  expect(answer.status).toBe(200)
  const signed = (await answer.json()) as { userId: string; sessionId: string }
  const call = async <T>(path: string, init: { method?: string; body?: unknown } = {}): Promise<T> => {
    const response = await fetch(`${url}/api${path}`, {
      method: init.method ?? 'GET',
      headers: { sessionId: signed.sessionId, 'Content-Type': 'application/json' },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
    })
    expect(response.ok, `${path} answers ${response.status}`).toBe(true)
    return (response.status === 204 ? undefined : await response.json()) as T
  }
  return { ...signed, call }
}

/** The local outbox of a server, as its administrator reads it. */
export async function outboxOf(url: string) {
  const admin = await session(url, accounts.admin)
  const list = async (to: string): Promise<Mail[]> =>
    (await admin.call<{ data: Mail[] }>('/outbox?page=1&limit=50')).data.filter((mail) => mail.to === to)
  return {
    admin,
    count: async (to: string): Promise<number> => (await list(to)).length,
    /** The newest link to a page of ours, once there are this many messages for somebody. */
    async link(to: string, page: RegExp, messages = 1): Promise<string> {
      let found: string | undefined
      await expect
        .poll(async () => {
          const mails = await list(to)
          if (mails.length < messages) return false
          for (const { id } of mails) {
            const { text = '' } = await admin.call<Mail>(`/outbox/${id}`)
            const address = text.match(/https?:\/\/\S+/g)?.find((one) => page.test(new URL(one).pathname))
            if (address === undefined) continue
            const { pathname, search } = new URL(address)
            found = pathname + search
            return true
          }
          return false
        })
        .toBe(true)
      return found ?? ''
    },
  }
}
