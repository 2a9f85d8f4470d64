import twinUrl from '../twin/worker.ts?worker&url'
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
      if (url !== workerUrl && url !== twinUrl)
        throw new Error('Only the workers of the channel may be started')
      return url
    },
  })
  return policy
}

const start = (url: string, name: string): Worker =>
  new Worker(policyOfPage()?.createScriptURL(url) ?? url, { type: 'module', name })

/** Starts the channel's worker. Its address and that of twins are the only script addresses that the page makes at run time (B-03). */
export const startWorker = (): Worker => start(workerUrl, 'channel')

/** The same with a gateway in it (twin/worker.ts). */
export const startTwinWorker = (): Worker => start(twinUrl, 'twin')
