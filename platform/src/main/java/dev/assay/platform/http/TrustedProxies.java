package dev.assay.platform.http;

import java.net.InetAddress;
import java.util.List;

/// Tells where a request came from, when it went through proxies.
final class TrustedProxies {
  private final List<Network> networks;

  /// @param networks addresses, or networks as in `10.0.0.0/8`
  TrustedProxies(List<String> networks) {
    this.networks = networks.stream().map(Network::parse).toList();
  }

  /// The nearest address that is not a trusted proxy's; what lies beyond it could be made up.
  ///
  /// @param peer address at the other end of the connection
  /// @param forwarded values of `X-Forwarded-For`, in order, each with commas
  String remote(String peer, List<String> forwarded) {
    String[] hops = String.join(",", forwarded).split(",", -1);
    String nearest = peer;
    for (int i = hops.length - 1; i >= 0 && isTrusted(nearest); i--) {
      String hop = hops[i].strip();
      if (!isAddress(hop)) {
        break;
      }
      nearest = hop;
    }
    return nearest;
  }

  private boolean isTrusted(String address) {
    return isAddress(address)
        && networks.stream()
            .anyMatch(network -> network.contains(InetAddress.ofLiteral(address).getAddress()));
  }

  private static boolean isAddress(String text) {
    try {
      return InetAddress.ofLiteral(text) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Network(byte[] address, int bits) {
    static Network parse(String text) {
      int slash = text.indexOf('/');
      byte[] address =
          InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash)).getAddress();
      int most = address.length * Byte.SIZE;
      int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
      if (bits < 0 || bits > most) {
        throw new IllegalArgumentException(
            "'%s' is no network: it has 0 to %d bits after the slash".formatted(text, most));
      }
      return new Network(address, bits);
    }

    boolean contains(byte[] other) {
      if (other.length != address.length) {
        return false;
      }
      for (int i = 0; i < bits; i++) {
        int mask = 0x80 >> (i % Byte.SIZE);
        if (((address[i / Byte.SIZE] ^ other[i / Byte.SIZE]) & mask) != 0) {
          return false;
        }
      }
      return true;
    }
  }
}
