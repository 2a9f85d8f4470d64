const SCRIPT = '/sw.js'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

/** What the page says to it (public/sw.js). */
export type Word =
  | { kind: 'session'; userId: string; sessionId: string; language: string; lang: string }
  | { kind: 'forget' }
  /** Paths of what the page is made of. */
  | { kind: 'parts'; parts: readonly string[] }
  /** Whether this person is woken here. */
  | { kind: 'wake'; userId: string; on: boolean }

let begun: Promise<ServiceWorkerRegistration | undefined> | undefined

/**
 * The worker that opens the app without a server and wakes its person; undefined where the browser has none, e.g. on a
 * page without encryption. Nothing else depends on it.
 */
export function serviceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  begun ??= begin().catch(() => undefined)
  return begun
}

async function begin(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('gatehouse-service-worker', { createScriptURL: () => SCRIPT })
  await navigator.serviceWorker.register(policy?.createScriptURL(SCRIPT) ?? SCRIPT)
  return await navigator.serviceWorker.ready
}

export async function tellServiceWorker(word: Word): Promise<void> {
  const registration = await serviceWorker()
  registration?.active?.postMessage(word)
}
