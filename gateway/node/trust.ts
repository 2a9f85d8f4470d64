import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { UsageError } from './usage-error.ts'

/** By which this gateway shows who it is, where Gatehouse asks for a certificate. */
export interface ClientCertificate {
  cert: string
  key: string
}

function read(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${variable}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** From now on every connection of this process also trusts what these authorities have signed. */
export function trustAuthority(file: string | undefined): void {
  if (file === undefined) return
  const text = read('GATEHOUSE_CA', file)
  const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  try {
    for (const certificate of found) new X509Certificate(certificate)
  } catch {
    throw new UsageError(`GATEHOUSE_CA: ${file} holds a certificate that cannot be read.`)
  }
  if (found.length === 0) throw new UsageError(`GATEHOUSE_CA: ${file} holds no certificate (PEM).`)
  setDefaultCACertificates([...getCACertificates('default'), ...found])
}

export function clientCertificate(
  certFile: string | undefined,
  keyFile: string | undefined,
): ClientCertificate | undefined {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined)
    throw new UsageError('GATEHOUSE_CLIENT_CERT and GATEHOUSE_CLIENT_KEY are needed together.')
  const pair = { cert: read('GATEHOUSE_CLIENT_CERT', certFile), key: read('GATEHOUSE_CLIENT_KEY', keyFile) }
  try {
    createSecureContext(pair)
  } catch {
    throw new UsageError(`GATEHOUSE_CLIENT_KEY: ${keyFile} is not the key of ${certFile}.`)
  }
  return pair
}
