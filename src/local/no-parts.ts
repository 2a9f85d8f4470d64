/** Takes the place of the parts that the app's texts are cut into: this page has few texts, and takes them whole. */
export const first = {}
export const others: readonly string[] = []
export const after: Readonly<Record<string, string>> = {}

const none = { parts: {}, holders: {} }
export const lists = { ch_DE: async () => none, ch_EN: async () => none }
