import webPush from 'web-push'
import type { Store } from '../../store/store.ts'
import type { Seal } from '../seal.ts'

export interface KeyPair {
  /** base64url, as browsers take it. */
  publicKey: string
  privateKey: string
}

interface Parts {
  store: Pick<Store, 'secrets' | 'pushSubscriptions'>
  seal: Seal
}

const NAME = 'vapid'

/** By what push services know this server (RFC 8292): made once, at the first start, and sealed like other secrets. */
export class ServerKeys {
  readonly #parts: Parts
  #read: Promise<KeyPair> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  read(): Promise<KeyPair> {
    this.#read ??= this.#find().catch((error: unknown) => {
      this.#read = undefined
      throw error
    })
    return this.#read
  }

  async #find(): Promise<KeyPair> {
    const { store, seal } = this.#parts
    const made = JSON.stringify(webPush.generateVAPIDKeys())
    const kept = await store.secrets.keep(NAME, seal.close(made))
    const opened = seal.open(kept)
    if (opened !== undefined) return JSON.parse(opened) as KeyPair
    // The key of this server is another one since: nobody can speak to what subscribed with the old one. Devices subscribe anew.
    await store.pushSubscriptions.clear()
    await store.secrets.replace(NAME, kept, seal.close(made))
    const now = await store.secrets.find(NAME)
    return JSON.parse((now && seal.open(now)) ?? made) as KeyPair
  }
}
