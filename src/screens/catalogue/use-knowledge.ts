import { useEffect, useMemo, useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { ModelVocabulary } from '#schemas/generated/entities/model-vocabulary.ts'
import { type SchemaFiles, schemasFrom } from './schema/schemas.ts'
import type { Knowledge } from './schema/suggest.ts'

const ROOT = 'definitions/device-model.json'

/** What a model may say: its schemas, what the catalogue has names for, and what the device at hand tells of itself. */
export function useKnowledge(device: Device | undefined): Knowledge | undefined {
  const { source } = usePorts()
  const [files, setFiles] = useState<SchemaFiles>()
  const [vocabulary, setVocabulary] = useState<ModelVocabulary>()
  useEffect(() => {
    const left = new AbortController()
    schemasFrom(ROOT).then((found) => !left.signal.aborted && setFiles(found), reportError)
    // Without it the fields are suggested all the same.
    source
      .load('readVocabulary', {}, left.signal)
      .then((found) => !left.signal.aborted && setVocabulary(found))
      .catch(() => {})
    return () => left.abort()
  }, [source])
  return useMemo(
    () =>
      files && { files, root: ROOT, vocabulary: withDevice(vocabulary ?? { names: {}, under: {} }, device) },
    [files, vocabulary, device],
  )
}

/** Services and properties of the device stand first: they are what the model is about. */
function withDevice({ names, under }: ModelVocabulary, device: Device | undefined): ModelVocabulary {
  const told = device?.service_list ?? []
  const properties = Object.fromEntries(
    told.map(({ name, property_list }) => [
      name,
      {
        ...Object.fromEntries(property_list.map((property) => [property.name, []])),
        ...under.property?.[name],
      },
    ]),
  )
  return {
    names: { ...names, service: [...new Set([...told.map(({ name }) => name), ...(names.service ?? [])])] },
    under: { ...under, property: { ...under.property, ...properties } },
  }
}
