/** One message of a topic, read as JSON once however many properties look into it. */
export class Message {
  readonly text: string
  #json: { value: unknown } | undefined

  constructor(text: string) {
    this.text = text
  }

  /** Undefined when it is no JSON. */
  get json(): unknown {
    this.#json ??= { value: parsed(this.text) }
    return this.#json.value
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
