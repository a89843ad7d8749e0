// One complete signed request, for testing an implementation without a server. It is a vector of protocol/vectors/signing.json,
// which has its key and more vectors.

export const worked = {
  path: '/api/v1/private/addOrder',
  form: 'timestamp=2026-11-14T12%3A00%3A00Z&clordid=ord-1&symbol=VCHF%2FCHF&side=Buy&ordtype=Limit&timeinforce=FOK&orderqty=1000.50&price=1.0002',
  nonce: '1763121600004',
  publicKey:
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEVePD1dSqtgYn9HrgmO97HkWX9JV2iAbelBDvZyBp+pReK/nO9s0m5Nzx6qtiNJKF/XFBXoFOm4fARN1IORdbzg==',
  sha256: '5e6a5ee7a5f83d46ad144a0368ef00a9792169eec0f89665293766302b8037fa',
  signature: 'MEUCIQDWCHlyNS6M5lEFC1WV5zyx2NDbSly5_sHvTR7NwfxG1wIgYAkJNb0YHO6k_w6w4yjb6Wncp03XBkOfGt_q-pNGLxs',
}
