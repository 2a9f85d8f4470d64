/** The file that an answer is, under the name that it came with. */
export async function fileOf(response: Response, disposition: string): Promise<File> {
  const [, name = 'file'] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? []
  const type = response.headers.get('content-type') ?? ''
  return new File([await response.arrayBuffer()], decodeURIComponent(name), { type })
}

/** Fields and files as a form; the browser says itself where each begins. */
export function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.set(name, value instanceof Blob ? value : String(value))
  return form
}
