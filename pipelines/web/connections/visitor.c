/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Identifies visitors. Proxy headers are read from their end, which the trusted proxy
 * wrote; what precedes that can be forged. */
#include "visitor.h"

#include <string.h>

/* The prefix of an IPv6 address to which an IPv4 address is mapped. */
static const guint8 mapped[12] = { [10] = 0xff, [11] = 0xff };

gchar *
visitor_format_address (GInetAddress *address)
{
  const guint8 *bytes = g_inet_address_to_bytes (address);

  if (g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV6
      && memcmp (bytes, mapped, sizeof mapped) == 0)
    return g_strdup_printf (
        "%u.%u.%u.%u", bytes[12], bytes[13], bytes[14], bytes[15]);
  return g_inet_address_to_string (address);
}

gchar *
visitor_of_address (GInetAddress *address)
{
  const guint8 *bytes = g_inet_address_to_bytes (address);
  g_autofree gchar *text = visitor_format_address (address);

  if (strchr (text, ':') == NULL)
    return g_steal_pointer (&text);
  return g_strdup_printf ("%02x%02x:%02x%02x:%02x%02x:%02x%02x::/64", bytes[0],
      bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]);
}

gboolean
visitor_is_proxy (const WebOptions *options, GInetAddress *address)
{
  g_autofree gchar *text = visitor_format_address (address);

  return options->proxies != NULL
         && g_strv_contains ((const gchar *const *) options->proxies, text);
}

/* ADDRESS, ADDRESS:PORT, IPv6 also in brackets; NULL if it is none of these. */
static GInetAddress *
parse_node (gchar *text)
{
  gchar *colon;

  g_strstrip (text);
  if (*text == '[') {
    text++;
    text[strcspn (text, "]")] = '\0';
  } else if ((colon = strchr (text, ':')) != NULL
             && strchr (colon + 1, ':') == NULL)
    *colon = '\0';
  return g_inet_address_new_from_string (text);
}

/* The parameter for= of one element of Forwarded (RFC 7239), or NULL. */
static GInetAddress *
parse_forwarded (gchar *element)
{
  GHashTable *parameters = soup_header_parse_semi_param_list (element);
  gchar *node = g_hash_table_lookup (parameters, "for");
  GInetAddress *address = node != NULL ? parse_node (node) : NULL;

  soup_header_free_param_list (parameters);
  return address;
}

/* The last address in the header that is not a trusted proxy's, else the peer. */
static gchar *
read_header (const WebOptions *options, GInetAddress *peer, const gchar *header,
    GInetAddress *(*parse) (gchar *element))
{
  g_auto (GStrv) elements = g_strsplit (header, ",", -1);
  g_autoptr (GInetAddress) address = g_object_ref (peer);

  for (guint i = g_strv_length (elements);
       i > 0 && visitor_is_proxy (options, address); i--) {
    GInetAddress *next = parse (elements[i - 1]);

    if (next == NULL)
      break;
    g_object_unref (address);
    address = next;
  }
  return visitor_of_address (address);
}

gchar *
visitor_of_request (const WebOptions *options, SoupServerMessage *message)
{
  SoupMessageHeaders *headers =
      soup_server_message_get_request_headers (message);
  GInetAddress *peer = g_inet_socket_address_get_address (
      G_INET_SOCKET_ADDRESS (soup_server_message_get_remote_address (message)));
  const gchar *forwarded = soup_message_headers_get_list (headers, "Forwarded");
  const gchar *list =
      soup_message_headers_get_list (headers, "X-Forwarded-For");
  g_autofree gchar *first = NULL;
  g_autofree gchar *second = NULL;

  if (!visitor_is_proxy (options, peer) || (forwarded == NULL && list == NULL))
    return visitor_of_address (peer);
  if (forwarded != NULL)
    first = read_header (options, peer, forwarded, parse_forwarded);
  if (list != NULL)
    second = read_header (options, peer, list, parse_node);
  /* A proxy writes one header and may pass on the other as its visitor sent it. */
  if (first != NULL && second != NULL && strcmp (first, second) != 0)
    return visitor_of_address (peer);
  return g_strdup (first != NULL ? first : second);
}
