import workerUrl from './worker.ts?worker&url'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** A page may make a policy of one name once; the worker starts anew with every gateway. */
function policyOfPage(): typeof policy {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('gatehouse-worker', {
    createScriptURL(url) {
      if (url !== workerUrl) throw new Error('Only the channel worker may be started')
      return url
    },
  })
  return policy
}

/** Starts the channel's worker. Its address is the only script address that the page makes at run time (B-03). */
export function startWorker(): Worker {
  return new Worker(policyOfPage()?.createScriptURL(workerUrl) ?? workerUrl, {
    type: 'module',
    name: 'channel',
  })
}
