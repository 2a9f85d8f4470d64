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
  return sessionOf(url, (await answer.json()) as Signed)
}

interface Signed {
  userId: string
  sessionId: string
}

/** The same for a session that is there already. */
export function sessionOf(url: string, signed: Signed) {
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

/** The local outbox of a server, as its administrator reads it: who is signed in already, or signs in for it. */
export async function outboxOf(url: string, reader?: Signed) {
  const admin = reader ? sessionOf(url, reader) : await session(url, accounts.admin)
  const list = async (to: string): Promise<Mail[]> =>
    (await admin.call<{ data: Mail[] }>('/outbox?page=1&limit=50')).data.filter((mail) => mail.to === to)
  /** What the newest message says that says such a thing. */
  async function found(
    to: string,
    messages: number,
    read: (text: string) => string | undefined,
  ): Promise<string> {
    let said: string | undefined
    await expect
      .poll(async () => {
        const mails = await list(to)
        if (mails.length < messages) return false
        for (const { id } of mails) {
          const { text = '' } = await admin.call<Mail>(`/outbox/${id}`)
          said = read(text)
          if (said !== undefined) return true
        }
        return false
      })
      .toBe(true)
    return said ?? ''
  }
  return {
    admin,
    count: async (to: string): Promise<number> => (await list(to)).length,
    /** The newest link to a page of ours, once there are this many messages for somebody. */
    link: (to: string, page: RegExp, messages = 1): Promise<string> =>
      found(to, messages, (text) => {
        const address = text.match(/https?:\/\/\S+/g)?.find((one) => page.test(new URL(one).pathname))
        if (address === undefined) return undefined
        const { pathname, search } = new URL(address)
        return pathname + search
      }),
    /** The newest one-time code, once there are this many messages for somebody. */
    code: (to: string, messages = 1): Promise<string> =>
      found(to, messages, (text) => /^\d{6}$/m.exec(text)?.[0]),
  }
}
